'use strict';
/* The studio: a book from a manuscript that is dropped to what is handed out. */

class Studio {
  constructor() {
    this.data = new StudioData;
    this.bench = new Bench(this.data);
    this.looks = new Looks(this);
    this.tasks = new Tasks(this);
    this.outline = new Outline(this);
    this.marks = new Map;
    this.bench.onShown = pages => this.tellPlace(pages);
  }

  async open() {
    this.watchHands();
    await this.refresh();
    this.listen();
  }

  // ---- The book

  /** Fetches all there is to know, and shows it. */
  async refresh() {
    const [book, options] = await Promise.all([this.data.book(), this.data.options()]);
    if (!book || !options) return;
    await this.take(book, options);
  }

  async take(book, options) {
    const isNew = this.input !== options.input, isHere = !book.ahead;
    // folios begin where they did
    if (!isHere) [book.current, book.roman] = [this.bench.at, this.bench.book?.roman ?? 0];
    this.input = options.input;
    document.body.classList.toggle('empty', !options.input);
    byId('shelf').textContent = `It stays on this computer: its folder will be in ${options.shelf}.`;
    byId('undo').disabled = !options.undo;
    byId('redo').disabled = !options.redo;
    byId('download-button').disabled = !options.rows;
    this.looks.take(options);
    if (options.rows) this.tasks.cover?.take(options);
    if (options.rows && (isNew || !byId('right').firstChild)) { this.tasks.buildCheck(); this.tasks.buildDownload(); }
    const name = options.meta?.title || options.input?.split('/').pop() || '';
    byId('title').title = options.folder ?? '';
    byId('title').textContent = name + (options.meta?.author ? ' · ' + options.meta.author : '');
    document.title = name ? name + ' · octavo studio' : 'octavo studio';
    byId('problem').hidden = !book.problem;
    byId('problem').textContent = book.problem ?? '';
    const gone = book.gone?.[0] !== this.gone && book.gone;
    this.gone = book.gone?.[0];
    const isOther = !this.bench.book || book.rev !== this.bench.book.rev || isNew || isHere && this.bench.book.ahead;
    const settles = book.settled && !this.bench.book?.settled;
    // a book that is opened shows how a chapter begins: that tells a look best
    const opening = isNew && book.current <= book.roman && book.chapters[0] ? await this.data.pageAt(book.chapters[0][2]) : null;
    if (opening !== null) { this.data.turnedTo(opening); book.current = opening; }
    if (isOther) { await this.bench.take(book); if (isHere) this.looks.drawThemes(); } else { this.bench.book = book; this.tellPlace(this.shown ?? []); }
    // an editor has sent its place
    if (gone && !isNew) { await this.bench.show(book.current, { tells: false }); for (const word of this.bench.words(gone[1], gone[1] + 40)) word.parentElement.classList.add('fresh'); }
    if (isOther || settles) this.mark('chapter', book.chapters.map(chapter => chapter[3]));
    // contents have folios now
    if (settles && !isOther) await this.bench.settle();
    if (!byId('structure').hidden) this.tasks.tellStructure();
    clearTimeout(this.noticing);
    if (options.rows && isHere) this.noticing = setTimeout(() => this.tasks.tellNoticed(), 500);
  }

  /** Waits for news: all is laid out, the folder has changed outside. */
  async listen() {
    for (let rest = 0;;) {
      const news = this.bench.book ? await this.data.news(this.bench.book) : null;
      byId('gone').hidden = !this.data.isGone;
      if (!news) { rest = Math.min(rest + 1, 20); await new Promise(done => setTimeout(done, 200 * rest)); if (!this.bench.book) await this.refresh(); continue; }
      rest = 0;
      const book = this.bench.book;
      if (this.isSetting || (news.news === book.news && news.settled === book.settled && news.rev === book.rev)) { await new Promise(done => setTimeout(done, 60)); if (this.isSetting) continue; }
      if (news.news !== this.bench.book.news || news.settled !== this.bench.book.settled || news.rev !== this.bench.book.rev) await this.refresh();
    }
  }

  // ---- Changes

  /** Gives options values; of those that come while one is on its way only the last counts. */
  async set(values) {
    if (this.isSetting) { this.next = { ...this.next, ...values }; return true; }
    return this.change(() => this.data.post('set', values));
  }

  hint(first, last, kind, alike = false) { return this.change(() => this.data.hint(first, last, kind, alike), 'Undo puts it back.'); }

  hintAt(place, kind, alike = false) { return this.change(() => this.data.hintAt(place, kind, alike), 'Undo puts it back.'); }

  /** Says what a block is, by its name or by its lines; what changed is tinted for a moment. */
  async say(found, kind, alike = false) {
    // a heading is a few lines at most
    const last = ['part', 'chapter', 'section'].includes(kind) ? Math.min(found.last, found.first + 3) : found.last;
    const holds = await (found.name ? this.hintAt(found.start, kind, alike) : this.hint(found.first, last, kind, alike));
    if (holds) for (const word of this.bench.words(found.start, found.end)) word.parentElement.classList.add('fresh');
    return holds;
  }

  /** Makes a paragraph shorter or longer, or moves a picture, and says what that costs. */
  async mend(place, kind) {
    const pages = this.bench.book.count, before = this.tasks.yielded ?? (await this.data.warnings())?.yielded ?? [];
    if (!await this.change(() => this.data.hintAt(place, kind))) return;
    // all is laid out soon; a long book says it a little later
    for (let i = 0; i < 60 && !this.bench.book.settled; i++) await new Promise(done => setTimeout(done, 100));
    const after = (await this.data.warnings())?.yielded ?? [], count = this.bench.book.count;
    const failed = after.find(item => item.code === 'hint-failed' && !before.some(other => other.place === item.place && other.code === item.code));
    if (failed) return this.tell(failed.message, true);
    const told = [count === pages ? `${count} pages as before` : `${pages} pages become ${count}`, `pages to look at: ${before.length} before, ${after.length} now`];
    this.tell(told.join('; '));
  }

  /** Marks on the slider: chapters below it, what is to be seen to above. */
  async mark(kind, pages) {
    this.marks.set(kind, await pages);
    const count = Math.max((this.bench.book?.count ?? 1) - 1, 1), isRTL = !!this.bench.book?.rtl;
    byId('marks').replaceChildren(...[...this.marks].flatMap(([kind, pages]) => [...new Set(pages)].filter(n => n >= 0).map(n => {
      const made = element('i', { class: kind });
      made.style[isRTL ? 'right' : 'left'] = 100 * Math.min(n / count, 1) + '%';
      return made;
    })));
  }
  dropHint(hint) { return this.change(() => this.data.dropHint(hint), 'Undo puts it back.'); }

  async change(ask, told) {
    this.isSetting = true;
    const stale = setTimeout(() => byId('desk').classList.add('stale'), 150), begun = performance.now();
    let holds = false;
    try {
      const options = await ask();
      if (options?.problem) this.tell(options.problem, true);
      else if (options) {
        holds = true;
        const book = await this.data.book();
        if (book) await this.take(book, options);
        byId('saved').textContent = 'Saved';
        this.took = performance.now() - begun;
        clearTimeout(this.saving);
        this.saving = setTimeout(() => { byId('saved').textContent = ''; }, 2500);
        if (told) this.tell(told);
      }
      if (options?.problem) for (const update of this.looks.updates ?? []) update();
    } finally {
      clearTimeout(stale);
      byId('desk').classList.remove('stale');
      this.isSetting = false;
    }
    const { next } = this;
    this.next = null;
    if (next) await this.set(next);
    return holds;
  }

  undo() { if (!byId('undo').disabled && !this.isSetting) this.change(() => this.data.post('undo', {})); }
  redo() { if (!byId('redo').disabled && !this.isSetting) this.change(() => this.data.post('redo', {})); }

  /** Says something for a while. */
  tell(text, isWrong = false) {
    const toast = byId('toast');
    this.told = text;
    toast.textContent = text;
    toast.classList.toggle('wrong', isWrong);
    toast.hidden = false;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { toast.hidden = true; }, isWrong ? 7000 : 3000);
  }

  tellPlace(pages) {
    this.shown = pages;
    const { book } = this.bench;
    if (!pages.length || !book) return;
    this.tasks.markAgain();
    if (book.ahead) { byId('where').textContent = `Page ~${pages.map(page => page.label).join('–')}`; return; }
    const last = pages.at(-1).n, isCounted = n => n >= book.roman;
    const labels = pages.filter(page => isCounted(page.n) === isCounted(last)).map(page => page.label).join('–');
    byId('where').textContent = `Page ${labels}` + (book.settled && isCounted(last) ? ` of ${this.bench.label(book.count - 1)}` : '');
    const slider = byId('slider');
    slider.max = Math.max(book.count - 1, 0);
    slider.dir = book.rtl ? 'rtl' : 'ltr';
    if (document.activeElement !== slider || !this.isSliding) slider.value = pages[0].n;
    slider.setAttribute('aria-valuetext', byId('where').textContent);
    const mm = points => Math.round(points * 25.4 / 72);
    byId('extent').textContent = `${book.settled ? book.count : '~' + book.count} pages · ${mm(book.w)} × ${mm(book.h)} mm`;
  }

  // ---- A manuscript that is dropped

  async receive(file) {
    byId('refused').hidden = true;
    byId('reading').hidden = false;
    byId('reading').lastElementChild.textContent = `Reading ${file.name} …`;
    document.body.classList.add('empty');
    try {
      if (file.size > 64 << 20) throw Error('It is larger than 64 MB.');
      const job = await this.data.upload(file);
      if (!job?.id) throw Error(job?.problem ?? 'It could not be taken.');
      const ended = await this.tasks.follow(job, () => {});
      if (ended?.state !== 'done') throw Error(faults(ended).join('\n') || 'It could not be read.');
      await this.refresh();
    } catch (error) {
      // the book that is open stays
      if (this.input) this.tell(error.message, true);
      byId('refused').textContent = error.message;
      byId('refused').hidden = !!this.input;
    }
    byId('reading').hidden = true;
    document.body.classList.toggle('empty', !this.input);
  }

  // ---- Hands

  choose(tab) {
    for (const name of ['look', 'structure', 'facts']) {
      byId(name).hidden = name !== tab;
      byId('tab-' + name).setAttribute('aria-selected', name === tab);
      byId('tab-' + name).tabIndex = name === tab ? 0 : -1;
    }
    if (tab === 'structure') this.tasks.tellStructure();
  }

  /** Opens the list of all options at those with some words. */
  searchOptions(words) {
    this.choose('look');
    const search = byId('option-search');
    search.closest('details').open = true;
    search.value = words;
    search.oninput();
    // opened, it comes into sight by itself
    setTimeout(() => search.focus(), 30);
  }

  /** Where an option or a fact is given a value. */
  showSetting(key) {
    const fact = document.querySelector(`#facts [data-fact="${key}"]`);
    if (!fact) return this.searchOptions(key);
    this.choose('facts');
    fact.focus();
  }

  showDownload(isOpen = byId('download').hidden) {
    byId('download').hidden = !isOpen;
    byId('download-button').setAttribute('aria-expanded', isOpen);
    if (!isOpen) return;
    byId('download').querySelector('select')?.focus();
    this.tasks.cover?.show();
  }

  /** The check, where it is no column. */
  showCheck(isOpen = !document.body.classList.contains('checking')) {
    document.body.classList.toggle('checking', isOpen);
    byId('check-button').setAttribute('aria-expanded', isOpen);
    if (isOpen) byId('check')?.focus();
  }

  watchHands() {
    const on = (id, event, does) => byId(id).addEventListener(event, does);
    on('undo', 'click', () => this.undo());
    on('redo', 'click', () => this.redo());
    on('check-button', 'click', () => this.showCheck());
    on('download-button', 'click', () => this.showDownload());
    for (const name of ['spread', 'grid']) on('view-' + name, 'click', () => this.bench.choose(name));
    for (const name of ['look', 'structure', 'facts']) on('tab-' + name, 'click', () => this.choose(name));
    byId('tab-look').parentElement.addEventListener('keydown', event => {
      const tabs = ['look', 'structure', 'facts'], now = tabs.findIndex(name => !byId(name).hidden), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.stopPropagation();
      const tab = tabs[(now + step + 3) % 3];
      this.choose(tab);
      byId('tab-' + tab).focus();
    });
    for (const [name, direction] of [['.before', -1], ['.after', 1]]) {
      document.querySelector('.turn' + name).onclick = () => this.bench.step(this.bench.book?.rtl ? -direction : direction);
    }
    on('slider', 'input', () => { this.isSliding = true; clearTimeout(this.sliding); this.sliding = setTimeout(() => this.bench.show(+byId('slider').value), 60); });
    on('slider', 'change', () => { this.isSliding = false; this.bench.show(+byId('slider').value); });
    on('spread', 'click', event => { if (getSelection().isCollapsed) this.tasks.openBlock(event); });
    on('spread', 'pointermove', event => this.tasks.hover(event));
    on('spread', 'pointerleave', () => { clearTimeout(this.tasks.hovering); document.querySelector('.along.faint')?.remove(); });
    on('guides', 'click', () => {
      const isOn = !this.bench.guides;
      this.bench.guides = isOn ? key => parseFloat(this.looks.value(key)) : null;
      byId('guides').setAttribute('aria-pressed', isOn);
      this.bench.show(this.bench.at, { tells: false });
    });
    for (const name of ['choose', 'open']) on(name, 'click', () => byId('file').click());
    on('file', 'change', () => { const [file] = byId('file').files; if (file) this.receive(file); byId('file').value = ''; });
    addEventListener('resize', () => { clearTimeout(this.resizing); this.resizing = setTimeout(() => this.bench.show(this.bench.at, { tells: false }), 60); });
    addEventListener('keydown', event => this.key(event));
    addEventListener('pointerdown', event => {
      if (!byId('download').hidden && !event.target.closest('#download, #download-button')) this.showDownload(false);
      if (!event.target.closest('#block, #spread')) this.tasks.closeBlock();
      if (!event.target.closest('#right, #check-button, #desk, footer')) this.showCheck(false);
    });
    addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('dropping'); });
    addEventListener('dragleave', event => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
    addEventListener('drop', event => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      const [file] = event.dataTransfer.files;
      if (file) this.receive(file);
    });
    byId('desk').addEventListener('wheel', event => {
      const now = performance.now();
      if (event.ctrlKey || now < (this.wheelRests ?? 0) || Math.abs(event.deltaY) < 8) return;
      this.wheelRests = now + 350;
      this.bench.step(Math.sign(event.deltaY));
    }, { passive: true });
  }

  key(event) {
    const { key, target } = event, isControl = event.ctrlKey || event.metaKey;
    if (isControl && key.toLowerCase() === 'z' && !/^(TEXTAREA)$/.test(target.tagName) && !(target.type === 'text' || target.type === 'search')) {
      event.preventDefault();
      return event.shiftKey ? this.redo() : this.undo();
    }
    if (key === 'Escape') {
      if (this.tasks.closeBlock()) { byId('desk').focus(); return; }
      if (document.body.classList.contains('checking')) { this.showCheck(false); byId('check-button').focus(); return; }
      if (!byId('download').hidden) { this.showDownload(false); byId('download-button').focus(); }
      return;
    }
    if (isControl || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || byId('keys').open || document.body.classList.contains('empty')) return;
    const leftward = this.bench.book?.rtl ? -1 : 1, steps = { ArrowRight: leftward, ArrowLeft: -leftward, PageDown: 1, PageUp: -1 };
    if (target.id === 'desk' && (key === 'ArrowDown' || key === 'ArrowUp')) { event.preventDefault(); this.tasks.step(key === 'ArrowDown' ? 1 : -1); }
    else if (target.id === 'desk' && key === 'Enter') { event.preventDefault(); this.tasks.openPicked(); }
    else if (key in steps) { event.preventDefault(); this.bench.step(steps[key]); }
    else if (key === 'Home') this.bench.show(0);
    else if (key === 'End') this.bench.show(this.bench.book.count - 1);
    else if ('123'.includes(key)) this.choose(['look', 'structure', 'facts'][key - 1]);
    else if (key === 't') { this.choose('look'); byId('look').querySelector('.card[aria-pressed=true], .card')?.focus(); }
    else if (key === 's') this.choose('structure');
    else if (key === 'c') { this.showCheck(true); this.tasks.check(); }
    else if (key === 'd') { event.preventDefault(); this.showDownload(true); }
    else if (key === 'g') this.bench.choose(this.bench.view === 'grid' ? 'spread' : 'grid');
    else if (key === '/') { event.preventDefault(); this.searchOptions(''); }
    else if (key === '?') byId('keys').showModal();
  }
}

globalThis.studio = new Studio;
globalThis.ready = studio.open();
