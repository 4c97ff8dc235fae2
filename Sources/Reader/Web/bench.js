'use strict';
/* The bench: what the studio knows of the book, and its pages in the middle. */

class StudioData extends ServedBook {
  /** Pages in sight may come before it is known which of the book they are. */
  book() { return super.book('?ahead=1'); }
  ahead() { return this.get('ahead'); }
  options() { return this.get('options'); }
  theme(name) { return this.get('theme/' + name); }
  structure() { return this.get('structure'); }
  warnings() { return this.get('warnings'); }
  at(place) { return this.get('at/' + place); }
  room(place) { return this.get('room/' + place); }
  job(id) { return this.get('job/' + id); }
  begin(values) { return this.post('job', values); }
  cancel(id) { return this.post('job/' + id, {}); }
  hint(first, last, kind, alike) { return this.post('hint', { first, last, kind: kind ?? '', ...alike && { alike: '1' } }); }
  /** Of the block at a place of the text, in a manuscript whose lines nobody counts. */
  hintAt(place, kind, alike) { return this.post('hint', { place, kind: kind ?? '', ...alike && { alike: '1' } }); }
  dropHint(hint) { return this.post('hint', { drop: hint }); }
  picture(key, file) {
    return this.ask(`picture/${key}?name=` + encodeURIComponent(file.name), { method: 'POST', headers: { 'X-Octavo': '1' }, body: file });
  }
  upload(file) {
    return this.ask('upload?name=' + encodeURIComponent(file.name), { method: 'POST', headers: { 'X-Octavo': '1' }, body: file });
  }
}

/** A page drawn small. */
function thumbnail(page, book, data, width) {
  const scale = Math.min(devicePixelRatio || 1, 2), height = Math.round(width * book.h / book.w);
  const canvas = pagePicture(page, book, data, width, height, scale, false);
  Object.assign(canvas.style, { width: width + 'px', height: height + 'px' });
  return canvas;
}

/** Two pages side by side, drawn small. */
function thumbnailSpread(pages, book, data, width, height) {
  const page = Math.max(Math.min(Math.floor(width / 2), Math.floor(height * book.w / book.h)), 8);
  const sides = book.rtl ? [...pages].reverse() : pages;
  const made = element('span', { class: 'tiny' });
  made.append(...sides.map(side => {
    if (side) return thumbnail(side, book, data, page);
    const none = element('span', { class: 'none' });
    Object.assign(none.style, { width: page + 'px', height: Math.round(page * book.h / book.w) + 'px' });
    return none;
  }));
  return made;
}

class Bench {
  constructor(data) {
    this.data = data;
    this.fonts = new Fonts(data);
    this.pages = new Map;
    this.at = 0;
    this.view = 'spread';
  }

  get isEmpty() { return !this.book?.length && !this.book?.chapters.length && this.book?.count <= 1; }

  label(n) { return n < this.book.roman ? roman(n + 1) : String(n - this.book.roman + 1); }

  /** Pages that lie open together, in reading order. */
  unit(n) { return (this.book.recto ? n % 2 !== 0 : n % 2 === 0) ? [n, n + 1] : [n - 1, n]; }

  async page(n) {
    if (n < 0 || (this.book.settled && n >= this.book.count)) return null;
    const known = this.pages.get(n);
    if (known) return known;
    const coming = this.data.page(n).then(page => page ? this.ready(page) : (this.pages.delete(n), null));
    this.pages.set(n, coming);
    while (this.pages.size > 40) this.pages.delete(this.pages.keys().next().value);
    return coming;
  }

  async ready(page) {
    if (!page.runs[0]?.words) unpack(page);
    await Promise.all([this.fonts.of(page), loadPictures(page, this.data)]);
    return page;
  }

  /** Another book, or the same with other pages. */
  async take(book, { keepsPlace = true } = {}) {
    this.book = book;
    this.pages.clear();
    if (book.ahead) return this.showAhead();
    if (keepsPlace) this.at = book.current;
    await this.show(this.at, { tells: false });
  }

  /** The chapter in sight, as it was set before all that stands before it. */
  async showAhead() {
    const ticket = this.showing = {}, found = this.view === 'spread' ? await this.data.ahead() : null;
    if (!found) return;
    const pages = await Promise.all(found.pages.filter(Boolean).map(page => this.ready(page)));
    if (this.showing !== ticket) return;
    this.lay(found.pages, found);
    this.onShown?.(pages);
  }

  /** All is laid out: pages that waited for folios are made again. */
  async settle() {
    for (const [n, page] of this.pages) if ((await page)?.waits) this.pages.delete(n);
    if ((this.halves ?? []).some(half => half.page?.waits)) await this.show(this.at, { tells: false });
  }

  async show(n, { tells = true } = {}) {
    if (!this.book) return;
    if (this.book.ahead && !tells) return this.showAhead();
    if (this.book.settled) n = Math.min(n, this.book.count - 1);
    this.at = n = Math.max(n, 0);
    const ticket = this.showing = {};
    if (this.view === 'grid') return this.showGrid(ticket);
    const pages = await Promise.all(this.unit(n).map(i => this.page(i)));
    if (this.showing !== ticket) return;
    this.lay(pages, this.book);
    if (tells) { const first = pages.find(Boolean); if (first) this.data.turnedTo(first.n); }
    this.onShown?.(pages.filter(Boolean));
    for (const i of [this.unit(n)[1] + 1, this.unit(n)[1] + 2, this.unit(n)[0] - 1, this.unit(n)[0] - 2]) if (i < this.book.count) this.page(i);
  }

  /** Puts pages on the desk: those of the book, or of one in another look that is tried. */
  lay(pages, book, isTried = false) {
    const desk = byId('desk').getBoundingClientRect(), spread = byId('spread');
    const scale = Math.min((desk.width - 104) / (2 * book.w), (desk.height - 56) / book.h, 3);
    const [width, height] = [Math.round(book.w * scale), Math.round(book.h * scale)];
    Object.assign(spread.style, { width: 2 * width + 'px', height: height + 'px' });
    const sides = book.rtl ? [...pages].reverse() : pages;
    spread.replaceChildren(...sides.map((page, index) => {
      const half = element('div', { class: `half ${index ? 'second' : 'first'}${page ? '' : ' none'}` });
      Object.assign(half.style, { width: width + 'px', height: height + 'px' });
      if (!page) return half;
      half.page = page;
      half.setAttribute('role', 'group');
      half.setAttribute('aria-label', 'Page ' + page.label);
      half.append(pageSVG(page, book, this.data));
      if (!isTried) half.append(spokenPage(page, book));
      if (this.guides && !isTried) this.drawBlock(half, page, book);
      return half;
    }));
    spread.classList.toggle('tried', isTried);
    this.halves = [...spread.children];
  }

  /** A frame around the text block, as the margins have it. */
  drawBlock(half, page, book) {
    const [inside, outside, top, bottom] = ['inside', 'outside', 'top', 'bottom'].map(key => this.guides(key) * 72 / 25.4);
    if (![inside, outside, top, bottom].every(Number.isFinite)) return;
    const isLeft = page.recto === book.rtl, [left, right] = isLeft ? [outside, inside] : [inside, outside];
    const frame = element('span', { class: 'guide' });
    Object.assign(frame.style, { left: 100 * left / book.w + '%', right: 100 * right / book.w + '%', top: 100 * top / book.h + '%', bottom: 100 * bottom / book.h + '%' });
    half.append(frame);
  }

  /** Nine spreads around the one that is open. */
  async showGrid(ticket) {
    const grid = byId('grid'), { clientWidth, clientHeight } = byId('desk');
    const here = this.unit(this.at)[0], first = Math.max(here - 8, this.unit(0)[0]);
    const units = Array.from({ length: 9 }, (_, i) => [first + 2 * i, first + 2 * i + 1])
      .filter(unit => !this.book.settled || unit[0] < this.book.count);
    const spreads = await Promise.all(units.map(unit => Promise.all(unit.map(n => this.page(n)))));
    if (this.showing !== ticket) return;
    const [width, height] = [(clientWidth - 180) / 3, (clientHeight - 110) / 3];
    grid.replaceChildren(...spreads.filter(pages => pages.some(Boolean)).map(pages => {
      const shown = pages.filter(Boolean), labels = shown.map(page => page.label).join('–');
      const button = element('button', { class: shown.some(page => this.unit(this.at).includes(page.n)) ? 'here' : '', 'aria-label': 'Pages ' + labels },
        thumbnailSpread(pages, this.book, this.data, width, height - 20), element('span', { text: labels }));
      button.onclick = () => { this.at = shown[0].n; this.choose('spread'); };
      return button;
    }));
    this.onShown?.((await Promise.all(this.unit(this.at).map(n => this.page(n)))).filter(Boolean));
  }

  choose(view) {
    this.view = view;
    for (const name of ['spread', 'grid']) {
      byId(name).hidden = name !== view;
      byId('view-' + name).setAttribute('aria-pressed', name === view);
    }
    for (const turn of document.querySelectorAll('.turn')) turn.hidden = view === 'grid';
    this.show(this.at);
  }

  step(direction) {
    // it is soon known where that is
    if (this.book?.ahead) return;
    const leaves = this.view === 'grid' ? 9 : 1, [first] = this.unit(this.at);
    const n = first + 2 * leaves * direction;
    if (n + 1 < 0 || (this.book.settled && n >= this.book.count)) return;
    this.show(Math.max(n, 0));
  }

  /** Tries a look without keeping it; null goes back. */
  async tryLook(opening, name) {
    const ticket = this.trying = {};
    byId('trying').hidden = !opening;
    if (!opening) return this.show(this.at, { tells: false });
    await Promise.all(opening.pages.filter(Boolean).map(page => this.ready(page)));
    if (this.trying !== ticket || this.view !== 'spread') return;
    this.showing = {};
    this.lay(opening.pages, opening, true);
    byId('trying').textContent = `Trying ${name}: click to keep it`;
  }

  /** Words of the pages in sight that stand in a range of the text, with the page they are on. */
  words(start, end) {
    return (this.halves ?? []).flatMap(half => half.page ? [...half.querySelectorAll('tspan')].filter(({ word }) => {
      const place = word.place + (half.page.start ?? 0);
      return word.place >= 0 && place >= start && place < end;
    }) : []);
  }
}
