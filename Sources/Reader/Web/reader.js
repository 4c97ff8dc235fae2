'use strict';
/* The reader: the book, and what of it is shown. */

class Reader {
  constructor(data) {
    this.data = data;
    this.fonts = new Fonts(data);
    this.pages = new Map;      // a few pages, by their numbers
    this.pictures = new Map;   // and some of them drawn, for turning
    this.at = 0;
    this.hits = [];
    this.hit = -1;
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    this.choices = { paper: 'auto', ownPaper: '#f4f1e6', ownInk: '#26324a', turning: 'curl', axis: 'across', pages: 'auto', page: 'auto' };
    this.sheet = new CSSStyleSheet;
    document.adoptedStyleSheets = [this.sheet];
  }

  // ---- The book

  async open() {
    this.book = await this.data.book();
    try { Object.assign(this.choices, JSON.parse(this.book.choices)); } catch { /* as they are */ }
    if (this.book.top) this.choices.axis = 'up';
    document.title = this.book.title;
    document.body.classList.toggle('is-still', this.data.isStill);
    byId('title').textContent = this.book.title + (this.book.author ? ' · ' + this.book.author : '');
    byId('desk').lang = this.book.lang;
    this.paint();
    await this.fitPhone();
    this.watchHands();
    this.tellBook();
    const place = /^#b=(-?\d+)$/.exec(location.hash);
    const first = place ? await this.data.pageAt(+place[1]) : null;
    await this.show(first ?? this.book.current, { keep: first === null });
    this.listen();
  }

  /** A page of paper is too wide for a telephone: unless the reader chose otherwise, pages there are as large as the window.
      Who watches a book grow sees its own. */
  async fitPhone() {
    if (this.data.isStill || this.book.watched || this.book.fits || this.choices.page !== 'auto' || !isTelephone()) return;
    const book = await this.data.set({ page: this.pageOfWindow() });
    if (book?.chapters) this.book = book;
  }

  /** Waits for news: the rest of the book is laid out, its manuscript has changed. */
  async listen() {
    for (let rest = 0;;) {
      const news = await this.data.news(this.book);
      this.tellGone();
      if (!news) {
        rest = Math.min(rest + 1, 30);
        await new Promise(done => setTimeout(done, 200 * rest));
        continue;
      }
      rest = 0;
      if (news.news === this.book.news && news.settled === this.book.settled && news.rev === this.book.rev) continue;
      const book = await this.data.book();
      if (book) await this.take(book);
    }
  }

  /** Says that nobody answers: what was fetched can still be read. */
  tellGone() {
    byId('gone').hidden = !this.data.isGone;
  }

  /** Shows a book that has other pages now, or knows more of them. */
  async take(book) {
    const isOther = book.rev !== this.book.rev;
    this.book = book;
    if (isOther) {
      this.pages.clear();
      this.pictures.clear();
      this.hits = [];
      await this.show(book.current, { keep: true });
      if (!byId('search').hidden) this.search();
    } else {
      // contents have folios now
      for (const [n, page] of this.pages) if ((await page)?.waits) {
        this.pages.delete(n);
        for (const key of this.pictures.keys()) if (key.startsWith(n + ':')) this.pictures.delete(key);
      }
      if (this.isScroll || (!this.turn && this.shown().some(page => page.waits))) await this.show(this.at, { keep: true });
    }
    this.tellBook();
  }

  /** Contents, slider, what may be wrong. */
  tellBook() {
    const { book } = this;
    byId('problem').hidden = !book.problem;
    byId('problem').textContent = book.problem ?? '';
    // what was noticed of a manuscript that is being written
    byId('noticed').hidden = !book.noticed?.length;
    byId('noticed').replaceChildren(element('summary', { text: `Noticed (${book.noticed?.length})` }), ...(book.noticed ?? []).map(text => element('p', { text })));
    byId('contents-button').hidden = !book.chapters.length;
    byId('slider').max = Math.max(book.count - 1, 0);
    byId('slider').dir = book.rtl ? 'rtl' : 'ltr';
    const top = Math.min(...book.chapters.map(c => c[1]));
    byId('contents').firstElementChild.replaceChildren(...book.chapters.map(([title, level, place, page], i) => {
      const link = element('a', { href: '#b=' + place, class: level > top ? 'deep' : book.chapters[i + 1]?.[1] > level ? 'part' : '' },
        element('span', { text: title, lang: book.lang, dir: 'auto' }), element('span', { text: page < 0 ? '' : this.label(page) }));
      link.onclick = event => { event.preventDefault(); this.jump({ place }); if (innerWidth <= 760) this.toggle('contents', false); };
      return element('li', {}, link);
    }));
    // printed pages are as large as the book's
    this.sheet.replaceSync(`@page { size: ${book.w}pt ${book.h}pt; margin: 0 }`);
    byId('size').textContent = Math.round((book.size ?? 1) * 100) + ' %';
    const families = [...new Set([book.family, 'EB Garamond 12', 'Liberation Serif', 'Liberation Sans', 'Noto Serif', 'Noto Sans'])];
    byId('family').replaceChildren(...families.filter(Boolean).map(name => element('option', { text: name })));
    byId('family').value = book.family;
    byId('page').value = book.fits ? 'window' : '';
    for (const name of ['leading', 'margins']) byId(name).value = String(book[name] ?? 1);
    if (this.data.isStill) {
      byId('edition').replaceChildren(...this.data.index.editions.map(e => element('option', { text: e.name, value: e.name })));
      byId('edition').value = this.data.edition.name;
    }
    this.tellPlace();
  }

  label(page) { return page < this.book.roman ? roman(page + 1) : String(page - this.book.roman + 1); }

  async page(n) {
    if (n < 0 || (this.book.settled && n >= this.book.count)) return null;
    const known = this.pages.get(n);
    if (known) return known;
    const coming = this.data.page(n).then(async page => {
      if (!page) { this.pages.delete(n); return null; }
      if (!page.runs[0]?.words) unpack(page);
      await Promise.all([this.fonts.of(page), loadPictures(page, this.data)]);
      return page;
    });
    this.pages.set(n, coming);
    // what was used longest ago goes first
    while (this.pages.size > 16) this.pages.delete(this.pages.keys().next().value);
    return coming;
  }

  // ---- What is shown

  get isScroll() { return this.choices.turning === 'scroll'; }
  get isUp() { return this.choices.axis === 'up' && !this.isScroll; }

  /** Pages that are shown together with one, in reading order; -1 and the like for none. */
  unit(n) {
    if (this.single) return [n];
    const isFirst = this.book.recto ? n % 2 !== 0 : n % 2 === 0;
    return isFirst ? [n, n + 1] : [n - 1, n];
  }

  /** The size of a page on the desk. */
  fit() {
    const desk = byId('desk'), room = desk.getBoundingClientRect(), { w, h } = this.book, { pages } = this.choices;
    const isWide = this.isUp ? room.height > room.width * 1.5 : room.width > room.height * 1.1;
    this.single = this.isScroll || pages === '1' || (pages === 'auto' && !isWide);
    const [across, down] = this.single ? [1, 1] : this.isUp ? [1, 2] : [2, 1];
    [this.edge, this.rim] = [room.width < 600 ? 12 : 88, this.isUp ? 56 : 20];
    const scale = this.isScroll ? Math.min((room.width - 24) / w, 1.7)
      : Math.min((room.width - this.edge) / (w * across), (room.height - this.rim) / (h * down));
    this.width = Math.max(Math.round(w * scale), 40);
    this.height = Math.round(this.width * h / w);
    const book = byId('book');
    book.className = this.single ? 'single' : '';
    book.style.width = this.width * across + 'px';
    book.style.height = this.isScroll ? 'auto' : this.height * down + 'px';
    desk.className = (this.isUp ? 'up ' : '') + (this.isScroll ? 'scroll' : '');
  }

  /** One page at its side of the spine. `isFirst`: left of it, or above. */
  half(page, isFirst) {
    const half = element('div', { class: `half ${isFirst ? 'first' : 'second'}${page ? '' : ' empty'}` });
    half.style.width = this.width + 'px';
    half.style.height = this.height + 'px';
    if (!this.isScroll) {
      half.style.left = !this.single && !this.isUp && !isFirst ? this.width + 'px' : 0;
      half.style.top = !this.single && this.isUp && !isFirst ? this.height + 'px' : 0;
    }
    if (!page) return half;
    half.page = page;
    half.setAttribute('role', 'group');
    half.setAttribute('aria-label', 'Page ' + page.label);
    half.append(pageSVG(page, this.book, this.data), ...this.links(page), spokenPage(page, this.book));
    this.mark(half);
    return half;
  }

  links(page) {
    return (page.links ?? []).map((link, index) => {
      const isNote = link.note !== undefined;
      const made = element('a', { class: 'link', href: link.uri ?? '#', 'aria-label': isNote ? `Note ${wordsIn(page, link.a).replace(/[.,:;!?]+$/, '')}`.trim() : wordsIn(page, link.a) || link.uri || 'Link',
        rel: link.uri ? 'noopener noreferrer' : null, target: link.uri ? '_blank' : null, 'data-index': index });
      const [x, y, w, h] = link.a, { style } = made;
      style.left = 100 * x / this.book.w + '%'; style.top = 100 * y / this.book.h + '%';
      style.width = 100 * w / this.book.w + '%'; style.height = 100 * h / this.book.h + '%';
      if (!link.uri) made.onclick = event => { event.preventDefault(); isNote ? this.note(page, link, made) : this.follow(link); };
      return made;
    });
  }

  /** The halves of a unit, left (or above) first. */
  async halves(unit) {
    const pages = await Promise.all(unit.map(n => this.page(n)));
    if (this.single) return [this.half(pages[0], this.book.rtl)];
    const turned = this.book.rtl && !this.isUp ? pages.reverse() : pages;
    return turned.map((page, index) => this.half(page, index === 0));
  }

  /**
   * Shows a page with the one beside it.
   * `keep`: the reader has not turned there: the place is kept as it was.
   */
  async show(n, { keep = false, push = false } = {}) {
    if (push) history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, '', '#b=' + (this.start ?? 0));
    this.fit();
    this.at = n = Math.max(n, 0);
    const ticket = this.showing = {};
    if (this.single && !this.isScroll) {
      n = await this.printed(n, 1) ?? n;
      if (this.showing !== ticket) return;
      this.at = n;
    }
    if (this.isScroll) await this.showScroll(n);
    else {
      const halves = await this.halves(this.unit(n));
      if (this.showing !== ticket) return;
      byId('book').replaceChildren(...halves);
    }
    this.arrived(keep);
  }

  /** After a turn or a jump. */
  arrived(keep) {
    byId('note').hidden = true;
    this.tellPlace();
    const first = this.isScroll ? this.pageInSight : this.shown()[0];
    if (first) {
      this.start = first.at ?? first.start;
      history.replaceState(history.state, '', '#b=' + this.start);
      if (!keep) this.data.turnedTo(first.n, this.start);
    }
    clearTimeout(this.ahead);
    this.ahead = setTimeout(() => this.prepare(), 60);
  }

  shown() { return [...byId('book').querySelectorAll('.half')].map(half => half.page).filter(Boolean).sort((a, b) => a.n - b.n); }

  chapter(n) {
    let found = null;
    for (const chapter of this.book.chapters) if (chapter[3] >= 0 && chapter[3] <= n) found = chapter;
    return found;
  }

  tellPlace() {
    const pages = this.isScroll ? [this.pageInSight].filter(Boolean) : this.shown(), { book } = this;
    if (!pages.length) return;
    for (const half of byId('book').children) half.classList.toggle('here', pages.includes(half.page));
    byId('print').textContent = pages.length > 1 ? 'Print these pages' : 'Print this page';
    const last = pages.at(-1).n, isCounted = n => n >= book.roman;
    // beside the last page in Roman figures, the first that is counted
    const labels = pages.filter(page => isCounted(page.n) === isCounted(last)).map(page => page.label).join('–');
    const of = book.settled && isCounted(last) ? ` of ${this.label(book.count - 1)}` : '';
    byId('where').textContent = `Page ${labels}${of}`;
    const chapter = this.chapter(last), next = book.chapters.find(c => c[3] > last)?.[3] ?? (book.settled ? book.count : null);
    const left = next === null ? null : next - last - 1;
    byId('left').textContent = left === null || !chapter ? '' : left === 0 ? 'last page of the chapter'
      : `${left} page${left === 1 ? '' : 's'} left in the chapter`;
    const slider = byId('slider');
    if (document.activeElement !== slider || !this.isSliding) slider.value = pages[0].n;
    slider.setAttribute('aria-valuetext', `Page ${labels}${chapter ? ', ' + chapter[0] : ''}`);
    byId('told').textContent = `Page ${labels}${of}${chapter ? ', ' + chapter[0] : ''}`;
    byId('back').hidden = !history.state?.depth;
    if (history.state?.from) byId('back').lastElementChild.textContent = 'Page ' + history.state.from;
    for (const [index, item] of [...byId('contents').querySelectorAll('a')].entries()) {
      if (book.chapters[index] === chapter) {
        if (!item.hasAttribute('aria-current')) item.scrollIntoView({ block: 'nearest' });
        item.setAttribute('aria-current', 'true');
      } else item.removeAttribute('aria-current');
    }
  }

  // ---- Stacked pages to scroll

  async showScroll(n) {
    const book = byId('book');
    if (!book.querySelector('.half[data-n]') || this.scrolled !== this.book.rev + ':' + this.book.count + ':' + this.width) {
      this.scrolled = this.book.rev + ':' + this.book.count + ':' + this.width;
      this.observer?.disconnect();
      this.observer = new IntersectionObserver(entries => entries.forEach(e => this.inSight(e)), { root: byId('desk'), rootMargin: '120% 0px' });
      book.replaceChildren(...Array.from({ length: Math.max(this.book.count, n + 1) }, (_, index) => {
        const half = element('div', { class: 'half', 'data-n': index });
        half.style.width = this.width + 'px'; half.style.height = this.height + 'px';
        this.observer.observe(half);
        return half;
      }));
    }
    const half = book.children[n];
    if (half) { half.scrollIntoView({ block: 'start' }); await this.fill(half); this.pageInSight = half.page; }
  }

  async fill(half) {
    if (half.page) return;
    const page = await this.page(+half.dataset.n);
    if (!page || half.page) return;
    const made = this.half(page, false);
    half.page = page;
    for (const name of ['role', 'aria-label']) half.setAttribute(name, made.getAttribute(name));
    half.append(...made.childNodes);
    this.mark(half);
    this.scrolledTo();
  }

  inSight(entry) {
    if (entry.isIntersecting) this.fill(entry.target);
    else if (entry.target.page) { entry.target.page = null; entry.target.replaceChildren(); }
  }

  scrolledTo() {
    if ((this.printedFrom ?? null) !== null) return;
    const desk = byId('desk'), middle = desk.scrollTop + desk.clientHeight / 3;
    const n = Math.min(Math.max(Math.floor(middle / (this.height + 14)), 0), this.book.count - 1);
    const half = byId('book').children[n];
    if (!half?.page || half.page === this.pageInSight) return;
    this.pageInSight = half.page;
    this.at = n;
    this.tellPlace();
    history.replaceState(history.state, '', '#b=' + half.page.start);
    this.data.turnedTo(n);
  }
}
