'use strict';
/* Where the book comes from: octavo, which serves it, or the files of an exported book. */

/** What the browser keeps between visits; nothing where it will not. */
function remembered(name) { try { return localStorage.getItem('octavo-' + name); } catch { return null; } }
function remember(name, value) { try { localStorage.setItem('octavo-' + name, value); } catch { /* for this time only */ } }

/** A telephone: a window may be as narrow anywhere. */
const isTelephone = () => innerWidth < 600 && matchMedia('(pointer: coarse)').matches;

/** A book that octavo serves. */
class ServedBook {
  constructor() {
    this.base = location.pathname.replace(/[^/]*$/, '');
    this.isStill = false;
    this.isGone = false;
    // each window has its place and its look, which it keeps when it is loaded again
    try { this.window = sessionStorage.octavoWindow ??= crypto.randomUUID(); } catch { this.window = String(Math.random()).slice(2); }
  }
  /** Null where there is no such thing; `isGone` where nobody answers any more. */
  async ask(path, how) {
    try {
      const answer = await fetch(`${this.base}${path}${path.includes('?') ? '&' : '?'}w=${this.window}`, how);
      this.isGone = false;
      return answer.ok || answer.status === 409 ? await answer.json() : null;
    } catch { this.isGone = true; return null; }
  }
  get(path) { return this.ask(path); }
  post(path, values) { return this.ask(path, { method: 'POST', headers: { 'X-Octavo': '1' }, body: new URLSearchParams(values) }); }
  async book(how = '') {
    const book = await this.get('book' + how);
    this.read = book?.news ?? 0;
    return book;
  }
  page(n) { return this.get('page/' + n); }
  async pageAt(place) { return (await this.get('where/' + place))?.n ?? null; }
  async pageOfLink(number) { return (await this.get('link/' + number))?.n ?? null; }
  find(words) { return this.get('find?q=' + encodeURIComponent(words)); }
  font(n) { return `url(${this.base}font/${n})`; }
  /** A picture may be another when the manuscript is read again. */
  picture(n) { return `${this.base}picture/${n}?${this.read}`; }
  turnedTo(n) { this.post('place', { page: n }); }
  set(look) { return this.post('look', look); }
  keep(choices) { this.post('choices', { choices }); }
  /** Comes back when there is something new, or after a while. */
  news(book) { return this.get(`news?news=${book.news}&settled=${book.settled ? 1 : 0}`); }
}

/** A book exported to files. They are loaded as scripts: a page that was opened from a disk may not fetch. */
class StillBook {
  constructor(index) {
    this.isStill = true;
    this.index = index;
    this.edition = StillBook.chosen(index);
    this.chunks = new Map;
  }
  static chosen(index) {
    const named = name => name && index.editions.find(e => e.name === name);
    // a page of paper is too wide for a telephone
    return named(remembered('edition')) ?? (isTelephone() && named('phone') || index.editions[index.usual]);
  }
  choose(name) {
    remember('edition', name);
    this.edition = StillBook.chosen(this.index);
    this.chunks.clear();
  }
  load(name) {
    if (!this.chunks.has(name)) {
      this.chunks.set(name, new Promise((done, failed) => {
        const script = element('script', { src: name + '.js' });
        StillBook.arrivals.set(name, value => { StillBook.arrivals.delete(name); done(value); script.remove(); });
        script.onerror = failed;
        document.head.append(script);
      }));
    }
    return this.chunks.get(name);
  }
  async book() {
    return { ...this.index.book, ...this.edition.book, news: 0, settled: true,
      rev: this.index.editions.indexOf(this.edition), current: this.pageOfPlace(this.saved), choices: remembered('choices') };
  }
  get saved() { return +(remembered('place-' + this.index.name) ?? -1); }
  async page(n) {
    const size = this.index.chunk;
    if (n < 0 || n >= this.edition.book.count) return null;
    return (await this.load(`${this.edition.name}/${Math.floor(n / size)}`))[n % size];
  }
  pageOfPlace(place) {
    const starts = this.edition.starts;
    // pages that octavo made count from -1
    if (place < 0) return Math.min(-1 - place, starts.length - 1);
    let low = 0, high = starts.length;
    while (low < high) { const middle = (low + high) >> 1; if (starts[middle] <= place) low = middle + 1; else high = middle; }
    return Math.max(low - 1, 0);
  }
  async pageAt(place) { return this.pageOfPlace(place); }
  async pageOfLink() { return null; }
  font(n) { return `url(fonts/${n}.${this.index.fonts[n]})`; }
  picture(n) { return `pictures/${n}.${this.index.pictures[n]}`; }
  turnedTo(n, place) { remember('place-' + this.index.name, place); }
  async find(words) {
    const { text, notes } = await this.load('words');
    this.places ??= new Places(text);
    // who types "Natasha" means Natásha, too; a letter stays one letter
    const plain = text => text.replace(/[\u00C0-\u017F]/g, letter => letter.normalize('NFD')[0]);
    this.plain ??= [text, ...notes.map(note => note[1])].map(plain);
    const pattern = plain(words.trim()).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+').replace(/['‘’]/g, "['‘’]")
      .replace(/["“”«»]/g, '["“”«»]').replace(/[-‐–—]/g, '[-‐–—]');
    if (!pattern) return { found: [], more: false };
    const found = [], search = new RegExp(pattern, 'giu');
    // the text, then each note, which stands where it is called
    [[null, text], ...notes].forEach(([call, text], i) => {
      for (const m of this.plain[i].matchAll(search)) {
        if (found.length >= 2000) return;
        const [start, end] = [m.index, m.index + m[0].length], place = call ?? this.places.byte(start);
        found.push([place, call ?? this.places.byte(end), text.slice(Math.max(0, start - 40), start).replace(/^\S*\s/, ''),
          text.slice(start, end), text.slice(end, end + 50).replace(/\s\S*$/, ''), this.pageOfPlace(place), call === null ? 0 : 1]);
      }
    });
    return { found: found.sort((a, b) => a[0] - b[0]), more: found.length >= 2000 };
  }
  keep(choices) { remember('choices', choices); }
  news() { return new Promise(() => {}); }
}
/** What exported files call with what they hold. */
StillBook.arrivals = new Map;
globalThis.octavoArrived = (name, value) => StillBook.arrivals.get(name)?.(value);
