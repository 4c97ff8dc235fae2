'use strict';
/* The reader: what is shown, and what the keys, the mouse and the finger do to it. */

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
    this.choices = { paper: 'auto', turning: 'curl', axis: 'across', pages: 'auto' };
    this.sheet = new CSSStyleSheet;
    document.adoptedStyleSheets = [this.sheet];
    try { Object.assign(this.choices, JSON.parse(remembered('choices'))); } catch { /* as they are */ }
  }

  // ---- The book

  async open() {
    this.book = await this.data.book();
    if (this.book.top) this.choices.axis = 'up';
    document.title = this.book.title;
    document.body.classList.toggle('is-still', this.data.isStill);
    byId('title').textContent = this.book.title + (this.book.author ? ' · ' + this.book.author : '');
    byId('desk').lang = this.book.lang;
    this.paint();
    this.watchHands();
    this.tellBook();
    const place = /^#b=(\d+)$/.exec(location.hash);
    const first = place ? await this.data.pageAt(+place[1]) : null;
    await this.show(first ?? this.book.current, { keep: first === null });
    this.listen();
  }

  /** Waits for news: the rest of the book is laid out, its manuscript has changed. */
  async listen() {
    for (let rest = 0;;) {
      let news = null;
      try { news = await this.data.news(this.book); } catch { /* the program has ended, or rests */ }
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
    } else if (this.isScroll) await this.show(this.at, { keep: true });
    this.tellBook();
  }

  /** Contents, slider, what may be wrong. */
  tellBook() {
    const { book } = this;
    byId('problem').hidden = !book.problem;
    byId('problem').textContent = book.problem ?? '';
    byId('slider').max = Math.max(book.count - 1, 0);
    byId('slider').dir = book.rtl ? 'rtl' : 'ltr';
    const top = Math.min(...book.chapters.map(c => c[1]));
    byId('contents').firstElementChild.replaceChildren(...book.chapters.map(([title, level, place, page]) => {
      const link = element('a', { href: '#b=' + place, class: level > top ? 'deep' : '' },
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
    half.append(pageSVG(page, this.book, this.data), ...this.links(page), this.words(page));
    this.mark(half);
    return half;
  }

  /** The page for those who hear it: its text in reading order, without hyphens, heads and folios. */
  words(page) {
    const words = element('div', { class: 'read', lang: this.book.lang, dir: this.book.rtl ? 'rtl' : 'ltr' });
    for (const paragraph of page.text.split('\n')) if (paragraph.trim()) words.append(element('p', { text: paragraph }));
    return words;
  }

  links(page) {
    return (page.links ?? []).map((link, index) => {
      const isNote = link.note !== undefined;
      const made = element('a', { class: 'link', href: link.uri ?? '#', 'aria-label': isNote ? 'Note' : link.uri ?? 'Link',
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
      this.start = first.start;
      history.replaceState(history.state, '', '#b=' + first.start);
      if (!keep) this.data.turnedTo(first.n);
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
    const labels = pages.map(page => page.label).join('–'), last = pages.at(-1).n;
    const of = book.settled ? ` of ${this.label(book.count - 1)}` : '';
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

  // ---- Turning

  /** Fetches the neighbours and draws them for a turn, while nothing else is to do. */
  async prepare() {
    const unit = this.unit(this.at);
    const around = [unit.at(-1) + 1, unit.at(-1) + 2, unit[0] - 1, unit[0] - 2].filter(n => n >= 0);
    for (const n of [...unit, ...(this.single ? around.filter((_, i) => i % 2 === 0) : around)]) {
      const page = await this.page(n);
      if (page && this.style() === 'curl' && !this.turn) this.picture(page);
    }
  }

  style() {
    return this.isScroll || this.calm.matches ? 'none' : this.choices.turning;
  }

  get scale() { return Math.min(devicePixelRatio || 1, 2); }

  picture(page) {
    const key = `${page?.n}:${this.width}:${this.scale}:${this.isUp}:${document.documentElement.dataset.paper}`;
    let picture = this.pictures.get(key);
    if (!picture) {
      picture = pagePicture(page, this.book, this.data, this.width, this.height, this.scale, this.isUp);
      this.pictures.set(key, picture);
      while (this.pictures.size > 9) this.pictures.delete(this.pictures.keys().next().value);
    }
    return picture;
  }

  /** The first page of the unit after (1) or before (-1). */
  async neighbour(direction) {
    const unit = this.unit(this.at);
    return this.printed(direction > 0 ? unit.at(-1) + 1 : unit[0] - 1, direction);
  }

  /** The page itself; where pages are shown one by one, the next in a direction that is not blank; null past the ends. */
  async printed(n, direction) {
    for (; n >= 0 && !(this.book.settled && n >= this.book.count); n += direction) {
      const page = this.single ? await this.page(n) : true;
      if (!page) return null;
      if (page === true || page.runs.length || page.pics || page.paths || page.rules) return n;
    }
    return null;
  }

  /** Begins to turn: what will be seen is there, nothing has moved yet. */
  async begin(direction) {
    const n = await this.neighbour(direction);
    if (n === null) return null;
    const [from, to] = [this.unit(this.at), this.unit(n)];
    const [now, then] = await Promise.all([from, to].map(unit => Promise.all(unit.map(i => this.page(i)))));
    if (!then.some(Boolean)) return null;
    const isLeftward = this.book.rtl && !this.isUp, forward = direction > 0 !== isLeftward;
    const target = to.find((_, i) => then[i]);
    if (this.style() === 'slide') return this.beginSlide(direction, forward, target, to);
    const order = pages => this.single ? pages : isLeftward ? [...pages].reverse() : pages;
    const [a, b] = [order(now), order(then)];
    // the leaf: what is on its front, right of the spine, and on its back, left of it
    let faces, under;
    if (this.single) {
      const printed = this.picture(direction > 0 ? a[0] : b[0]);
      faces = isLeftward ? [backOf(printed), printed] : [printed, backOf(printed)];
      under = [this.half(direction > 0 ? b[0] : a[0], isLeftward)];
    } else if (forward) { faces = [a[1], b[0]].map(page => this.picture(page)); under = [this.half(a[0], true), this.half(b[1], false)]; }
    else { faces = [b[1], a[0]].map(page => this.picture(page)); under = [this.half(b[0], true), this.half(a[1], false)]; }
    const [along, side] = this.isUp ? [this.height, this.width] : [this.width, this.height];
    const shade = getComputedStyle(document.documentElement).getPropertyValue('--shade').trim();
    const place = byId('book').getBoundingClientRect();
    const room = this.isUp ? Math.min(place.left, innerWidth - place.right) : Math.min(place.top, innerHeight - place.bottom);
    const leaf = new Leaf(...faces, along, side, this.scale, shade, room), { style } = leaf.canvas;
    // the spine is in the middle of the canvas
    const spine = (this.single ? (isLeftward ? along : 0) : along) - leaf.reach;
    if (this.isUp) {
      style.transformOrigin = '0 0';
      style.transform = `translate(${this.width + leaf.pad}px, ${spine}px) rotate(90deg)`;
      style.left = style.top = 0;
    } else { style.left = spine + 'px'; style.top = -leaf.pad + 'px'; }
    const start = forward ? 0 : 1;
    leaf.draw(start);
    byId('book').replaceChildren(...under, leaf.canvas);
    return { direction, target, from: this.at, done: 0, draw: part => leaf.draw(forward ? part : 1 - part) };
  }

  async beginSlide(direction, forward, target, unit) {
    const book = byId('book'), halves = await this.halves(unit), away = element('div'), come = element('div');
    away.append(...book.childNodes);
    come.append(...halves);
    for (const layer of [away, come]) Object.assign(layer.style, { position: 'absolute', inset: 0, willChange: 'transform' });
    book.append(away, come);
    const reach = (this.isUp ? byId('desk').clientHeight : byId('desk').clientWidth) * (forward ? 1 : -1);
    const axis = this.isUp ? 'Y' : 'X';
    const draw = part => {
      away.style.transform = `translate${axis}(${-reach * part}px)`;
      come.style.transform = `translate${axis}(${reach * (1 - part)}px)`;
    };
    draw(0);
    return { direction, target, from: this.at, done: 0, draw };
  }

  /** Turns by one leaf. */
  async step(direction) {
    if (this.turn) { this.waiting = direction; return; }
    if (this.isScroll) { byId('desk').scrollBy({ top: direction * byId('desk').clientHeight * .9, behavior: this.calm.matches ? 'auto' : 'smooth' }); return; }
    if (this.style() === 'none') {
      const n = await this.neighbour(direction);
      if (n !== null && await this.page(n)) await this.show(n);
      return;
    }
    this.turn = true;
    const turn = await this.begin(direction);
    if (turn) await this.end(turn, true, this.style() === 'slide' ? 260 : 560);
    else this.turn = null;
    const more = this.waiting;
    this.waiting = null;
    if (more) this.step(more);
  }

  /** Lets a turn that has begun go on to its end, or back. */
  async end(turn, isCompleted, milliseconds) {
    this.cost = await animate(turn.done, isCompleted ? 1 : 0, milliseconds, turn.draw);
    await this.show(isCompleted ? turn.target : turn.from, { keep: !isCompleted });
    this.turn = null;
  }

  // ---- Jumps

  /** Goes to a page or a place of the text, so that one can come back. */
  async jump({ page, place, keepsHit = false }) {
    const n = page ?? await this.data.pageAt(place);
    if (n === null || n === undefined) return;
    if (!keepsHit) byId('note').hidden = true;
    if (this.unit(n).includes(this.at) && !this.isScroll) return this.show(n);
    const from = (this.isScroll ? this.pageInSight : this.shown()[0])?.label ?? '';
    history.pushState({ depth: (history.state?.depth ?? 0) + 1, from }, '', location.hash);
    await this.show(n);
  }

  async follow(link) {
    const n = link.to ?? await this.data.pageOfLink(link.i);
    if (n !== null) this.jump({ page: n });
  }

  /** A note beside its mark. */
  note(page, link, mark) {
    const box = byId('note'), paragraphs = page.notes?.[link.note] ?? [];
    box.replaceChildren(...paragraphs.map(runs => {
      if (runs[0] === 'code' && runs.length === 2) return element('pre', { text: runs[1] });
      const paragraph = element('p', { lang: this.book.lang, dir: 'auto' });
      for (let i = 0; i < runs.length; i += 2) {
        let part = document.createTextNode(runs[i + 1]);
        for (const name of runs[i].split(' ').filter(Boolean)) {
          part = name === 'br' ? element('br') : name === 'smcp' ? element('span', { class: 'smcp' }, part) : element(name, {}, part);
        }
        paragraph.append(part);
      }
      return paragraph;
    }));
    box.hidden = false;
    const face = page.runs.find(run => run.k === 1 || !run.k);
    if (face) box.style.fontFamily = `f${face.f}, serif`;
    const at = mark.getBoundingClientRect(), size = box.getBoundingClientRect();
    const left = Math.min(Math.max(at.left + at.width / 2 - size.width / 2, 12), innerWidth - size.width - 12);
    const below = at.bottom + 8 + size.height < innerHeight - 50;
    box.style.left = left + 'px';
    box.style.top = (below ? at.bottom + 8 : Math.max(at.top - size.height - 8, 50)) + 'px';
    this.noteMark = mark;
    box.focus({ preventScroll: true });
  }

  closeNote() {
    const box = byId('note');
    if (box.hidden) return false;
    box.hidden = true;
    this.noteMark?.focus?.({ preventScroll: true });
    return true;
  }

  // ---- Search

  async search() {
    const words = byId('query').value, list = byId('matches');
    const answer = words.trim() ? await this.data.find(words) : { found: [] };
    this.hits = answer?.found ?? [];
    this.hit = -1;
    byId('found').textContent = !words.trim() ? '' : !this.hits.length ? 'Nothing found'
      : `${answer.more ? 'The first ' : ''}${this.hits.length} match${this.hits.length === 1 ? '' : 'es'}`;
    list.replaceChildren();
    this.listMatches(0);
    this.markAll();
  }

  listMatches(from) {
    const list = byId('matches');
    list.append(...this.hits.slice(from, from + 200).map(([place, , before, words, after, page, isNote], offset) => {
      const link = element('a', { href: '#b=' + place, lang: this.book.lang, dir: 'auto' },
        element('i', { text: [page < 0 ? '' : this.label(page), isNote ? 'note' : ''].filter(part => part).join(' · ') }), '…' + before, element('b', { text: words }), after + '…');
      link.onclick = event => { event.preventDefault(); this.goToHit(from + offset); };
      return element('li', {}, link);
    }));
    if (from + 200 >= this.hits.length) return;
    const more = element('button', { text: 'More' });
    more.onclick = () => { more.parentElement.remove(); this.listMatches(from + 200); };
    list.append(element('li', {}, more));
  }

  async goToHit(index) {
    if (!this.hits.length) return;
    this.hit = (index + this.hits.length) % this.hits.length;
    for (const [i, item] of [...byId('matches').querySelectorAll('a')].entries()) {
      if (i === this.hit) { item.setAttribute('aria-current', 'true'); item.scrollIntoView({ block: 'nearest' }); }
      else item.removeAttribute('aria-current');
    }
    if (innerWidth <= 760) this.toggle('search', false, true);
    await this.jump({ place: this.hits[this.hit][0], keepsHit: true });
    this.markAll();
  }

  markAll() { for (const half of byId('book').querySelectorAll('.half')) if (half.page) this.mark(half); }

  /** Puts colour behind the matches on a page, the parts of a divided word too. */
  mark(half) {
    const group = half.querySelector('.hits'), { page } = half;
    if (!group) return;
    group.replaceChildren();
    if (!this.hits.length) return;
    page.places ??= new Places(page.text);
    const end = page.start + page.places.byte(page.text.length);
    const near = this.hits.map((hit, i) => [hit, i]).filter(([hit]) => hit[0] < hit[1] && hit[0] < end && hit[1] > page.start);
    if (!near.length) return;
    const words = [...half.querySelectorAll('tspan')].filter(word => word.word.place >= 0);
    // measured when the page is in the document
    requestAnimationFrame(() => {
      for (const [hit, i] of near) {
        const [a, b] = [hit[0] - page.start, hit[1] - page.start].map(byte => page.places.unit(Math.max(byte, 0)));
        for (const word of words) {
          const first = page.places.unit(word.word.place), from = Math.max(a - first, 0), to = Math.min(b - first, word.word.letters.length);
          if (to <= from || !word.isConnected) continue;
          const text = word.parentNode, across = text.transform.baseVal.numberOfItems ? text.transform.baseVal[0].matrix : { a: 1, f: 0 };
          const y = across.f || +text.getAttribute('y'), size = +text.getAttribute('font-size');
          let [x0, x1] = [word.getStartPositionOfChar(from).x, word.getEndPositionOfChar(to - 1).x];
          if (x1 < x0) [x0, x1] = [x1, x0];
          drawn('rect', { class: i === this.hit ? 'hit now' : 'hit', x: x0 * across.a - .5, y: y - size * .82,
            width: (x1 - x0) * across.a + 1, height: size * 1.14, rx: 1.5 }, group);
        }
      }
    });
  }

  // ---- Copying

  /** What is selected, as the book has it: no hyphens of line ends, no heads, no folios. */
  selectedText() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0), parts = [];
    let others = '';
    for (const half of byId('book').querySelectorAll('.half')) {
      if (!half.page || !range.intersectsNode(half)) continue;
      const { page } = half;
      let low = Infinity, high = -1;
      for (const word of half.querySelectorAll('tspan')) {
        if (!range.intersectsNode(word)) continue;
        const holds = node => node === word || node === word.firstChild;
        const from = holds(range.startContainer) ? range.startOffset : 0;
        const to = holds(range.endContainer) ? range.endOffset : word.textContent.length;
        if (to <= from) continue;
        const { place, letters: { length }, space, isDivided, kind } = word.word;
        if (place >= 0) {
          page.places ??= new Places(page.text);
          const start = page.places.unit(place);
          low = Math.min(low, start + Math.min(from, length));
          high = Math.max(high, start + Math.min(to, length));
        } else if (kind === 1) {
          const text = word.textContent.slice(from, to);
          others += isDivided ? text.replace(/-\s*$/, '') : !space && !/[⺀-鿿]$/.test(text) ? text + ' ' : text;
        }
      }
      if (high > low) parts.push([page.n, page.text.slice(low, high)]);
    }
    parts.sort((a, b) => a[0] - b[0]);
    return parts.length ? parts.map(part => part[1]).join('') : others.trim() || null;
  }

  // ---- Choices

  paint() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.paper = this.choices.paper === 'auto' ? (dark ? 'dark' : 'light') : this.choices.paper;
    for (const input of document.querySelectorAll('[name="paper"]')) input.checked = input.value === this.choices.paper;
    for (const name of ['turning', 'axis', 'pages']) byId(name).value = this.choices[name];
    this.pictures.clear();
  }

  choose(name, value) {
    this.choices[name] = value;
    remember('choices', JSON.stringify(this.choices));
    this.paint();
    if (name !== 'paper') { this.scrolled = null; this.show(this.at, { keep: true }); }
    else clearTimeout(this.ahead), this.ahead = setTimeout(() => this.prepare(), 60);
  }

  /** Sets the book again in another size and the like; the same words stay in sight. */
  async set(look) {
    if (this.isSetting) { this.nextLook = { ...this.nextLook, ...look }; return; }
    this.isSetting = true;
    const book = await this.data.set(look);
    if (book?.chapters) await this.take(book);
    else if (book?.problem) { byId('problem').textContent = book.problem; byId('problem').hidden = false; setTimeout(() => this.tellBook(), 4000); }
    this.isSetting = false;
    const next = this.nextLook;
    this.nextLook = null;
    if (next) this.set(next);
  }

  /** A page that fills the desk, points: of type that is as large on the screen as other text there. */
  pageOfWindow() {
    this.fit();
    const { width, height } = byId('desk').getBoundingClientRect(), [across, down] = this.single ? [1, 1] : this.isUp ? [1, 2] : [2, 1];
    return [(width - this.edge) / across, (height - this.rim) / down].map(pixels => Math.max(Math.round(pixels / 1.45), 150)).join('x');
  }

  resize(step) {
    const sizes = [.5, .6, .7, .8, .9, 1, 1.1, 1.2, 1.35, 1.5, 1.7, 2, 2.4, 2.8], now = this.nextLook?.size ?? this.book.size;
    const at = sizes.reduce((best, size, i) => Math.abs(size - now) < Math.abs(sizes[best] - now) ? i : best, 0);
    this.set({ size: sizes[Math.min(Math.max(at + step, 0), sizes.length - 1)] });
  }

  toggle(name, wanted, keepsFocus = false) {
    const panel = byId(name), button = byId(name + '-button'), opens = wanted ?? panel.hidden;
    if (panel.hidden === !opens) return;
    panel.hidden = !opens;
    button.setAttribute('aria-expanded', opens);
    if (opens && name === 'search') { byId('query').focus(); byId('query').select(); }
    if (opens && name === 'contents') panel.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    if (!opens && !keepsFocus && panel.contains(document.activeElement)) button.focus();
    if (!opens && name === 'search') { this.hits = keepsFocus ? this.hits : []; this.markAll(); }
    if (name !== 'look') this.show(this.at, { keep: true });
  }

  // ---- Hands

  watchHands() {
    const on = (id, event, does) => byId(id).addEventListener(event, does);
    for (const name of ['contents', 'search', 'look']) on(name + '-button', 'click', () => this.toggle(name));
    on('back', 'click', () => history.back());
    addEventListener('popstate', async () => {
      const place = /^#b=(\d+)$/.exec(location.hash);
      const n = place && await this.data.pageAt(+place[1]);
      if (n !== null) this.show(n);
    });
    const desk = byId('desk');
    for (const [name, direction] of [['.before', -1], ['.after', 1]]) desk.querySelector(name).onclick = () => {
      // a leaf that was dragged from the edge is no click there
      if (performance.now() - (this.dragged ?? -1000) > 400) this.step(this.book.rtl && !this.isUp ? -direction : direction);
    };
    if (this.book.rtl) { desk.querySelector('.before').ariaLabel = 'Next page'; desk.querySelector('.after').ariaLabel = 'Previous page'; }
    addEventListener('keydown', event => this.key(event));
    addEventListener('resize', () => {
      this.pictures.clear();
      this.scrolled = null;
      this.show(this.at, { keep: true });
      clearTimeout(this.resizing);
      if (this.book.fits) this.resizing = setTimeout(() => this.set({ page: this.pageOfWindow() }), 250);
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.watchSlider();
    this.watchPointer(desk);
    desk.addEventListener('scroll', () => { if (this.isScroll) this.scrolledTo(); }, { passive: true });
    desk.addEventListener('wheel', event => this.wheel(event), { passive: false });
    desk.addEventListener('click', event => {
      if (event.target.closest('image')) this.plate(event.target.closest('image'));
      else if (!event.target.closest('.link')) this.closeNote();
    });
    document.addEventListener('copy', event => {
      const text = this.selectedText();
      if (text === null || byId('note').contains(getSelection().anchorNode)) return;
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
    });
    on('search', 'submit', event => { event.preventDefault(); event.target.contains(byId('query')) && this.enter(); });
    on('query', 'input', () => { clearTimeout(this.typing); this.typing = setTimeout(() => this.search(), 180); });
    on('hit-before', 'click', () => this.goToHit(this.hit - 1));
    on('hit-after', 'click', () => this.goToHit(this.hit + 1));
    for (const input of document.querySelectorAll('[name="paper"]')) input.onchange = () => this.choose('paper', input.value);
    for (const name of ['turning', 'axis', 'pages']) on(name, 'change', event => this.choose(name, event.target.value));
    on('page', 'change', event => this.set({ page: event.target.value && this.pageOfWindow() }));
    for (const name of ['family', 'leading', 'margins']) on(name, 'change', event => this.set({ [name]: event.target.value }));
    on('edition', 'change', event => { this.data.choose(event.target.value); this.data.book().then(book => this.take(book)); });
    on('smaller', 'click', () => this.resize(-1));
    on('larger', 'click', () => this.resize(1));
    on('print', 'click', () => { this.toggle('look', false); print(); });
  }

  enter() {
    if (this.searched === byId('query').value && this.hits.length) return this.goToHit(this.hit + 1);
    this.searched = byId('query').value;
    clearTimeout(this.typing);
    this.search().then(() => this.goToHit(0));
  }

  watchSlider() {
    const slider = byId('slider'), bubble = byId('bubble');
    slider.addEventListener('input', () => {
      this.isSliding = true;
      const n = +slider.value, chapter = this.chapter(n), part = n / Math.max(+slider.max, 1);
      bubble.textContent = `Page ${this.label(n)}${chapter ? ' · ' + chapter[0] : ''}`;
      bubble.style.left = 8 + (this.book.rtl ? 1 - part : part) * (slider.clientWidth - 16) + 'px';
      bubble.hidden = false;
      clearTimeout(this.sliding);
      this.sliding = setTimeout(() => this.show(+slider.value), 60);
    });
    slider.addEventListener('change', () => { this.isSliding = false; bubble.hidden = true; clearTimeout(this.sliding); this.show(+slider.value); });
    slider.addEventListener('blur', () => { this.isSliding = false; bubble.hidden = true; });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    if (key === 'Escape') {
      if (this.closeNote()) return;
      for (const name of ['look', 'search', 'contents']) if (!byId(name).hidden) return this.toggle(name, false);
      return;
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || byId('plate').open) return;
    if (key === ' ' && target.closest?.('button, a')) return;
    const leftward = this.book.rtl && !this.isUp ? -1 : 1;
    const steps = { ArrowRight: leftward, ArrowLeft: -leftward, ArrowDown: 1, ArrowUp: -1, PageDown: 1, PageUp: -1,
      ' ': event.shiftKey ? -1 : 1 };
    if (key in steps) { event.preventDefault(); this.step(steps[key]); }
    else if (key === 'Home') { event.preventDefault(); this.jump({ page: 0 }); }
    else if (key === 'End') { event.preventDefault(); this.jump({ page: Math.max(this.book.count - 1, 0) }); }
    else if (key === '/') { event.preventDefault(); this.toggle('search', true); }
    else if (key === 't') this.toggle('contents');
    else if (key === '+' || key === '=') this.resize(1);
    else if (key === '-') this.resize(-1);
  }

  /** A wheel turns by one leaf, however long it rolls on. */
  wheel(event) {
    if (event.ctrlKey || this.isScroll) return;
    event.preventDefault();
    const now = performance.now();
    if (now - (this.wheeled ?? 0) > 250) this.rolled = 0;
    this.wheeled = now;
    if (now < (this.wheelRests ?? 0)) return;
    const across = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    this.rolled += (across ? event.deltaX * (this.book.rtl ? -1 : 1) : event.deltaY) * (event.deltaMode ? 30 : 1);
    if (Math.abs(this.rolled) < 50) return;
    this.wheelRests = now + 480;
    this.step(Math.sign(this.rolled));
    this.rolled = 0;
  }

  plate(image) {
    const plate = byId('plate');
    plate.querySelector('img').src = image.getAttribute('href');
    plate.showModal();
    plate.onclick = () => plate.close();
  }

  /** A finger anywhere, or the mouse beside the text, takes a leaf along. */
  watchPointer(desk) {
    let drag = null;
    desk.addEventListener('pointerdown', event => {
      if (this.isScroll || this.turn || !event.isPrimary || event.button || event.target.closest('.link')) return;
      // the mouse selects text where there is some
      if (event.pointerType === 'mouse' && event.target.closest('text, image')) return;
      if (event.pointerType === 'mouse' && !event.target.closest('.edge')) event.preventDefault();
      drag = { id: event.pointerId, x: event.clientX, y: event.clientY, at: performance.now() };
    });
    desk.addEventListener('pointermove', async event => {
      if (!drag || event.pointerId !== drag.id) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y], [along, aside] = this.isUp ? [dy, dx] : [dx, dy];
      drag.along = along;
      if (!drag.direction) {
        // a finger held still selects; across the axis it scrolls
        if (Math.abs(along) < 9 || Math.abs(along) < 1.6 * Math.abs(aside) || !getSelection().isCollapsed) return;
        drag.direction = (along < 0 ? 1 : -1) * (this.book.rtl && !this.isUp ? -1 : 1);
        if (this.style() === 'none') return;
        desk.setPointerCapture?.(event.pointerId);
        this.turn = true;
        const mine = drag;
        mine.turn = await this.begin(mine.direction);
        if (!mine.turn) { this.turn = null; if (drag === mine) drag = null; return; }
        if (mine.isOver) return this.drop(mine);
      }
      if (drag?.turn) this.dragTo(drag);
    });
    const up = event => {
      if (!drag || event.pointerId !== drag.id) return;
      const mine = drag;
      drag = null;
      mine.speed = (mine.along ?? 0) / Math.max(performance.now() - mine.at, 1);
      mine.isCancelled = event.type === 'pointercancel';
      mine.isOver = true;
      if (mine.direction) this.dragged = performance.now();
      if (mine.turn) this.drop(mine);
      else if (mine.direction && this.style() === 'none' && !mine.isCancelled) this.step(mine.direction);
    };
    desk.addEventListener('pointerup', up);
    desk.addEventListener('pointercancel', up);
  }

  dragTo(drag) {
    const extent = (this.isUp ? this.height : this.width) * (this.single ? 1.1 : 1.7);
    const sign = drag.direction * (this.book.rtl && !this.isUp ? -1 : 1);
    drag.turn.done = Math.min(1, Math.max(0, -drag.along * sign / extent));
    drag.turn.draw(drag.turn.done);
  }

  /** Past the threshold, or flung, the leaf goes over; else it falls back. */
  drop(drag) {
    this.dragTo(drag);
    const sign = drag.direction * (this.book.rtl && !this.isUp ? -1 : 1), flung = -drag.speed * sign > .5;
    const isCompleted = !drag.isCancelled && (drag.turn.done > .28 || (flung && drag.turn.done > .04));
    this.end(drag.turn, isCompleted, 120 + 320 * (isCompleted ? 1 - drag.turn.done : drag.turn.done));
  }
}

globalThis.reader = new Reader(globalThis.octavoBook ? new StillBook(globalThis.octavoBook) : new ServedBook);
globalThis.ready = reader.open();
