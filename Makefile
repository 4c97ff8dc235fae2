# octavo: `make book` makes a book, `make test` proves that it is right.
# For GNU make and a POSIX shell; packages are those of Debian 12 and 13.

PREFIX ?= /usr/local
SWIFT ?= swift

# Optimised. Types are looked up by the code that names them, not by their names when the program runs: a book
# of one page is made in a tenth less.
OPTIMISED = -c release -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Objects of one system are of no use to another.
SCRATCH ?= .build
RELEASE = $(OPTIMISED) --scratch-path $(SCRATCH)

# The one list of packages: first what building and rendering need, then what
# only the tests run. What is missing is installed by the targets below.
BUILD_PACKAGES = pkg-config \
  libpango1.0-dev libcairo2-dev libfontconfig-dev \
  libglib2.0-dev libqpdf-dev libdeflate-dev libpng-dev libuchardet-dev libcmark-gfm-dev libcmark-gfm-extensions-dev \
  libexttextcat-dev libexttextcat-data libyaml-dev libarchive-dev libmicrohttpd-dev \
  hyphen-en-us hyphen-en-gb hyphen-de groff-base hyphen-fr hyphen-ru hyphen-es hyphen-it \
  libgdk-pixbuf-2.0-0 webp-pixbuf-loader librsvg2-2 liblcms2-2 \
  fonts-ebgaramond fonts-liberation fonts-noto-core fonts-noto-cjk fonts-symbola fonts-texgyre-math
TEST_PACKAGES = poppler-utils mupdf-tools qpdf pandoc libgs-common fonts-dejavu-core fonts-lmodern fonts-ebgaramond-extra

SAMPLE = Sources/OctavoCommand/Sample/making-books.txt
SAMPLE_PDF = Output/making-books.pdf
PROGRAM = $(SCRATCH)/release/octavo

# Two swift builds, or two apt-gets, must not run at once: -j changes nothing.
.NOTPARALLEL:
.PHONY: help book manual gallery build test test-debian13 test-package test-reader test-catalogue test-service fuzz faults variants sanitize bench docs install deb tarball wheel uninstall clean packages test-packages toolchain

help:
	@echo 'make book       install what is missing, build octavo, render $(SAMPLE_PDF)'
	@echo 'make test       install what is missing, run every test'
	@echo 'make test-debian13  build, set and verify books, and run every test on Debian 13, in a folder (root, debootstrap)'
	@echo 'make test-package   the package in clean systems of Debian 12 and 13: books set and verified (root, debootstrap)'
	@echo 'make test-reader  read books in a browser, headless (installs chromium and firefox; READER_BOOKS=... tries more)'
	@echo 'make fuzz       hostile manuscripts and options (FUZZ=... times as many as the tests, FUZZ_MINUTES=...)'
	@echo 'make faults     every call of the system that can fail while octavo writes fails once (strace), and memory is refused'
	@echo 'make test-catalogue  sixty books in every way to make many, killed and begun again (TEXTS=... are other books)'
	@echo 'make test-service   octavo serve asked by schemathesis, by its own description (EXAMPLES=...)'
	@echo 'make variants   every book of BOOKS=... in twelve looks, each verified'
	@echo 'make sanitize   tests with a sanitizer (SANITIZER=address or thread, TEST_ARGS=...)'
	@echo 'make build      build $(PROGRAM)'
	@echo 'make manual     set the manual as a book, $(MANUAL_PDF), and as pages for a browser beside it'
	@echo 'make gallery    draw the pictures of README (Output/gallery)'
	@echo 'make bench      build and run the benchmarks (BENCH_ARGS=... is passed on)'
	@echo 'make docs       convert the library'"'"'s documentation to $(ARCHIVE)'
	@echo 'make install    copy program, man page and completions to $(PREFIX) (PREFIX=... to change)'
	@echo 'make deb        a package for this Debian or Ubuntu and newer ones, in $(DEB)'
	@echo 'make tarball    a folder that runs on any Linux as new as this, packed, in $(TARBALL)'
	@echo 'make wheel      the same for pip install, in $(TARBALL)'
	@echo 'make uninstall  remove it from there'
	@echo 'make clean      remove the build and the sample PDF'

book: build
	@mkdir -p Output
	$(PROGRAM) $(SAMPLE) -o $(SAMPLE_PDF)

# The manual is a book, too: verified, and for readers who listen (PDF/UA-1). The program writes its reference.
MANUAL_PDF = Output/octavo-manual.pdf
MANUAL_BOOK = --theme handbook --title 'octavo: the manual' --lang en
MANUAL_CHAPTERS = FirstBook Word Markdown Text EPUB Matter Apparatus References Themes Studio Sheets Printers Archives \
  Correcting Teaching Catalogues Messages Installing Reference
MANUAL = $(addsuffix .md,$(addprefix Sources/OctavoCommand/Manual/,$(MANUAL_CHAPTERS)))

manual: build
	@mkdir -p Output
	$(PROGRAM) manual --reference > Sources/OctavoCommand/Manual/Reference.md
	$(PROGRAM) $(MANUAL) $(MANUAL_BOOK) --pdf ua-1 --verify -q -o $(MANUAL_PDF)
	$(PROGRAM) read $(MANUAL) $(MANUAL_BOOK) -q --export $(MANUAL_PDF:.pdf=)

# The pictures of README and manual: a spread of the sample book in each theme, where a chapter opens, and the one that
# README begins with. The page that shows them all is written here too.
GALLERY = Output/gallery
STYLE_PACKAGES = poppler-utils fonts-texgyre fonts-linuxlibertine fonts-junicode fonts-vollkorn fonts-jura \
  fonts-oldstandard fonts-sil-gentiumplus fonts-goudybookletter fonts-sil-charis fonts-lato

gallery: build
	@$(call install-missing,$(STYLE_PACKAGES))
	@rm -rf $(GALLERY) && mkdir -p $(GALLERY)
	@draw() { name=$$1; shift; \
	  $(PROGRAM) render $(SAMPLE) -q --layout spread --png $(GALLERY)/drawn "$$@" && \
	    set -- $(GALLERY)/drawn/*.png && mv "$$1" $(GALLERY)/$$name.png && rm -r $(GALLERY)/drawn; }; \
	draw spread --pages 2-3 --dpi 75 || exit 1; \
	for theme in $$($(PROGRAM) themes | sed -n 's/^\([a-z][a-z-]*\) .*/\1/p'); do \
	  draw $$theme --theme $$theme --chapter 3 --dpi 45 && \
	  $(PROGRAM) cover $(SAMPLE) -q --theme $$theme --page-count 240 -o $(GALLERY)/cover.pdf && \
	  pdftoppm -r 30 -png -singlefile $(GALLERY)/cover.pdf $(GALLERY)/cover-$$theme || exit 1; \
	done; rm $(GALLERY)/cover.pdf
	@{ printf '# The looks\n\nThe same chapter in each theme (`--theme NAME`); `make gallery` draws them.\n'; \
	  $(PROGRAM) themes | sed -n 's/^\([a-z][a-z-]*\)  *\([^ ].*\)/\n## \1\n\n\2\n\n![\1](\1.png) ![its cover](cover-\1.png)/p'; } > $(GALLERY)/README.md

build: packages toolchain
	@$(build-anew-if-changed)
	$(SWIFT) build $(RELEASE) --product octavo

# The objects of this build are those of `make build`: nothing is compiled twice.
test: test-packages toolchain
	@$(build-anew-if-changed)
	$(SWIFT) build $(RELEASE) --build-tests
	$(SWIFT) test $(RELEASE) --skip-build -q $(TEST_ARGS)

# swift does not see that a header of the system's is another after an upgrade, and mixes objects of both.
define build-anew-if-changed
  command -v dpkg-query >/dev/null || exit 0; \
  mkdir -p $(SCRATCH); \
  dpkg-query -W -f='$${Package} $${Version}\n' $(filter %-dev,$(BUILD_PACKAGES)) | sed 's/-[^-]*$$//' > $(SCRATCH)/system.now; \
  if test -e $(SCRATCH)/system && ! cmp -s $(SCRATCH)/system $(SCRATCH)/system.now; then \
    echo "octavo: libraries of the system are others than before: all is built anew"; \
    $(SWIFT) package --scratch-path $(SCRATCH) clean || exit 1; \
  fi; \
  mv $(SCRATCH)/system.now $(SCRATCH)/system
endef

# Debian 13 in a folder, made by debootstrap once and kept; its objects and PDFs are beside it.
SYSTEMS = .build/systems
SYSTEM_BOOKS ?= $(wildcard $(or $(OCTAVO_SHARED),../shared)/books/txt/*.txt)

test-debian13: export TEST_ARGS := $(TEST_ARGS)
test-debian13: export OCTAVO_SHARED := $(abspath $(or $(OCTAVO_SHARED),../shared))
test-debian13: toolchain
	sh Tests/Systems/debian.sh trixie $(SYSTEMS) $(SWIFT) $(abspath $(SYSTEM_BOOKS))

# The package in clean systems; where none can be made, that is said and no fault.
PACKAGE_BOOKS ?= $(addprefix $(or $(OCTAVO_SHARED),../shared)/books/txt/,alice-pg11.txt he-bialik-megillat-haesh.txt \
  ru-tolstoy-hadji-murat.txt udhr-ar.txt udhr-hi.txt)

test-package: deb
	-@$(call install-missing,debootstrap)
	@for suite in bookworm trixie; do \
	  sh Tests/Systems/package.sh $$suite $(SYSTEMS) $(DEB)/octavo_*.deb $(PROGRAM) $(wildcard $(PACKAGE_BOOKS)) || \
	    test $$? -eq 77 || exit 1; \
	done

# Debian has the browsers, PyPI what drives them.
READER_PACKAGES = chromium firefox-esr python3 python3-venv
READER_TOOLS = .build/reader-tools
READER_BOOKS ?= $(wildcard $(or $(OCTAVO_SHARED),../shared)/books/txt/*.txt)

test-reader: build
	@$(call install-missing,$(READER_PACKAGES))
	@test -x $(READER_TOOLS)/bin/python || python3 -m venv $(READER_TOOLS)
	@$(READER_TOOLS)/bin/python -c 'import playwright, websocket' 2>/dev/null || \
	  $(READER_TOOLS)/bin/pip install -q playwright websocket-client
	$(READER_TOOLS)/bin/python Tests/ReaderChecks/checks.py $(PROGRAM) $(READER_BOOKS)

# Books that are not part of octavo: txt, real, md and epub below this folder.
BOOKS ?= $(wildcard $(addprefix $(or $(OCTAVO_SHARED),../shared)/books/,txt real md epub epub-tests))

# Whole manuscripts of a grammar, or pieces of BOOKS, with options, for so many minutes. Then
# seeds go on where the tests stop, and the torture texts are longer.
FUZZ ?= 20
FUZZ_MINUTES ?= 10
FUZZ_SEED ?= 1
FUZZ_FINDINGS ?= .build/fuzz-findings

fuzz: build test-packages
	@$(call install-missing,python3)
	$(SWIFT) build $(RELEASE) --build-tests
	OCTAVO_FUZZ=$(FUZZ) $(SWIFT) test $(RELEASE) --skip-build -q --filter Hostile $(TEST_ARGS)
	python3 Tests/Fuzz/fuzz.py $(PROGRAM) --minutes $(FUZZ_MINUTES) --seed $(FUZZ_SEED) --keep $(FUZZ_FINDINGS) \
	  $(if $(BOOKS),$(shell find $(BOOKS) -name '*.txt' -o -name '*.md'))

# Full discs, interrupted calls, no threads, no pipes, no memory: an error that says so, and nothing half made.
faults: build test-packages
	@$(call install-missing,python3 strace)
	python3 Tests/Faults/faults.py $(PROGRAM)
	python3 Tests/Faults/memory.py $(PROGRAM)

# Sixty books by octavo batch and by what else the manual names, killed and begun again: engines that are not installed
# are passed over (snakemake; kubernetes-validate from PyPI).
test-catalogue: build
	@$(call install-missing,python3 parallel slurm-wlm munge)
	python3 Tests/Catalogue/catalogue.py $(PROGRAM) $(TEXTS)

# PyPI has what makes requests by a description.
SERVICE_TOOLS = .build/service-tools

test-service: build
	@$(call install-missing,python3 python3-venv)
	@test -x $(SERVICE_TOOLS)/bin/python || python3 -m venv $(SERVICE_TOOLS)
	@test -x $(SERVICE_TOOLS)/bin/st || $(SERVICE_TOOLS)/bin/pip install -q schemathesis
	python3 Tests/Catalogue/service.py $(PROGRAM) $(SERVICE_TOOLS)/bin/st $(EXAMPLES)

# Every book in twelve looks, each verified.
variants: build test-packages
	@$(call install-missing,python3)
	python3 Tests/Variants/variants.py $(PROGRAM) -j 2 $(BOOKS)

# Objects of their own, optimised, or the tests would take hours. What GLib and fontconfig keep until the
# end is no leak of octavo's. With thread, locks that the sanitizer does not see are told to it by a library
# that the toolchain's clang makes.
SANITIZER ?= address
SANITIZED = $(OPTIMISED) --sanitize=$(SANITIZER) --scratch-path .build/$(SANITIZER)
LOCKS = $(if $(filter thread,$(SANITIZER)),$(CURDIR)/.build/$(SANITIZER)/locks.so)
CLANG = $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))clang

sanitize: export OCTAVO_SANITIZER = $(SANITIZER)
sanitize: test-packages toolchain
	$(SWIFT) build $(SANITIZED) --build-tests
	$(if $(LOCKS),$(CLANG) -shared -fPIC -O1 -o $(LOCKS) Tests/Sanitize/locks.c -ldl)
	ASAN_OPTIONS=detect_leaks=0 $(if $(LOCKS),LD_PRELOAD=$(LOCKS)) $(SWIFT) test $(SANITIZED) --skip-build -q $(TEST_ARGS)

BENCH_ARGS ?= Sources/OctavoCommand/Sample/making-books.txt

bench: packages toolchain
	$(SWIFT) build $(RELEASE) --product octavo-bench
	$(SCRATCH)/release/octavo-bench $(BENCH_ARGS)

# The symbols come from the modules of `make build`: nothing is compiled twice.
ARCHIVE = .build/Octavo.doccarchive
MODULES = $(SCRATCH)/release/Modules
SYMBOLS = .build/symbols

docs: build
	@mkdir -p $(SYMBOLS)
	$(SWIFT) symbolgraph-extract -module-name Octavo -target $$(uname -m)-unknown-linux-gnu -minimum-access-level public \
	  -I $(MODULES) $(addprefix -I ,$(wildcard Sources/Platform/System/*)) \
	  $$(pkg-config --cflags-only-I pangocairo libcmark-gfm glib-2.0 | sed 's/-I/-Xcc -I/g') -output-dir $(SYMBOLS)
	docc convert Sources/Octavo/Octavo.docc --additional-symbol-graph-dir $(SYMBOLS) --output-path $(ARCHIVE) \
	  --fallback-display-name Octavo --fallback-bundle-identifier octavo

# Builds nothing, so that `sudo make install` leaves no files of root in .build. All of it
# may be moved to another prefix: octavo looks for its fonts beside where it lies.
SHARE = $(DESTDIR)$(PREFIX)/share
COMPLETIONS = $(SHARE)/bash-completion/completions/octavo $(SHARE)/zsh/site-functions/_octavo \
  $(SHARE)/fish/vendor_completions.d/octavo.fish

install:
	@test -x $(PROGRAM) || { echo "octavo: nothing to install yet: run 'make build' first" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/octavo/fonts $(SHARE)/man/man1 $(dir $(COMPLETIONS))
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/octavo
	install -m 644 Fonts/fonts.conf $(SHARE)/octavo/fonts.conf
	@! test -e $(MANUAL_PDF) || install -m 644 $(MANUAL_PDF) $(SHARE)/octavo/octavo-manual.pdf
	$(PROGRAM) manual > $(SHARE)/man/man1/octavo.1
	$(PROGRAM) completions bash > $(word 1,$(COMPLETIONS))
	$(PROGRAM) completions zsh > $(word 2,$(COMPLETIONS))
	$(PROGRAM) completions fish > $(word 3,$(COMPLETIONS))
	@chmod 644 $(SHARE)/man/man1/octavo.1 $(COMPLETIONS)

# A package for this Debian, or Ubuntu, and newer ones.
DEB = $(SCRATCH)/deb

deb: build
	@$(call install-missing,dpkg-dev binutils chrpath)
	@rm -rf $(DEB)
	@$(MAKE) --no-print-directory -s install DESTDIR=$(DEB)/root PREFIX=/usr
	@sh .ci/deb.sh $(PROGRAM) $(DEB)

# A folder with all that octavo needs but glibc, and the same as a wheel for `pip install`.
TARBALL = $(SCRATCH)/tarball

tarball: build
	@$(call install-missing,binutils patchelf xz-utils fonts-ebgaramond fonts-liberation fonts-noto-core fonts-symbola fonts-texgyre-math)
	@rm -rf $(TARBALL)
	@$(MAKE) --no-print-directory -s install DESTDIR=$(TARBALL)/root PREFIX=
	@sh .ci/tarball.sh $(PROGRAM) $(TARBALL)

wheel: tarball
	@$(call install-missing,python3)
	@python3 .ci/wheel.py $(TARBALL)/octavo-*-linux-$$(uname -m) README.md $$(cat $(TARBALL)/glibc)

# Fonts that someone put into share/octavo/fonts stay.
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/octavo $(SHARE)/octavo/fonts.conf $(SHARE)/octavo/octavo-manual.pdf $(SHARE)/man/man1/octavo.1 $(COMPLETIONS)
	-@rmdir $(SHARE)/octavo/fonts $(SHARE)/octavo 2>/dev/null || true

clean:
	rm -rf .build
	rm -f $(SAMPLE_PDF)

packages:
	@$(call install-missing,$(BUILD_PACKAGES))

test-packages:
	@$(call install-missing,$(BUILD_PACKAGES) $(TEST_PACKAGES))

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "octavo: Swift 6.2 or newer is needed and '$(SWIFT)' is not on the PATH" >&2; \
	  echo "  help: see https://www.swift.org/install/linux/, or say where it is: make SWIFT=/path/to/swift" >&2; \
	  exit 1; }

# Installs those of the packages $(1) that are missing, as root or by sudo, and
# says so; says and does nothing where all are there. In the format, the second
# letter of the state is i for installed (the first is h for a held package).
define install-missing
  if ! command -v dpkg-query >/dev/null; then \
    echo "octavo: no dpkg here, so nothing is checked; needed are what Debian calls: $(strip $(1))" >&2; \
    exit 0; \
  fi; \
  have=" $$(dpkg-query -W -f='$${db:Status-Abbrev}$${Package}\n' $(strip $(1)) 2>/dev/null | \
    sed -n 's/^.i.//p' | tr '\n' ' ')"; \
  missing=; \
  for package in $(strip $(1)); do \
    case "$$have" in *" $$package "*) ;; *) missing="$$missing $$package" ;; esac; \
  done; \
  test -n "$$missing" || exit 0; \
  get="env DEBIAN_FRONTEND=noninteractive apt-get"; \
  if [ "$$(id -u)" -eq 0 ]; then \
    echo "octavo: installing missing Debian packages:$$missing"; \
  elif command -v sudo >/dev/null; then \
    echo "octavo: installing missing Debian packages with sudo:$$missing"; \
    get="sudo $$get"; \
  else \
    echo "octavo: missing Debian packages:$$missing" >&2; \
    echo "  help: as root, run: apt-get update && apt-get install -y --no-install-recommends$$missing" >&2; \
    exit 1; \
  fi; \
  $$get update -qq || echo "octavo: apt-get update failed; trying with the package lists at hand" >&2; \
  $$get install -y --no-install-recommends $$missing || { \
    echo "octavo: could not install:$$missing" >&2; \
    echo "  help: read apt's message above; then run make again" >&2; \
    exit 1; }
endef
