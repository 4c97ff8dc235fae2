'use strict';
/* What keys, mouse, finger and the choices of the panels do to the reader. */

class ReaderInHand extends FindingReader {
  // ---- Choices

  paint() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.dataset.paper = this.choices.paper === 'auto' ? (dark ? 'dark' : 'light') : this.choices.paper;
    for (const input of document.querySelectorAll('[name="paper"]')) input.checked = input.value === this.choices.paper;
    this.paintOwn();
    for (const name of ['turning', 'axis', 'pages']) byId(name).value = this.choices[name];
    this.pictures.clear();
  }

  /** Colours that the reader chose; on a dark paper all around it is dark. */
  paintOwn() {
    const { paper, ownPaper, ownInk } = this.choices, root = document.documentElement, isOwn = paper === 'own';
    const light = colour => [.3, .59, .11].reduce((sum, part, i) => sum + part * parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16), 0);
    for (const [name, colour] of [['paper', ownPaper], ['ink', ownInk]]) {
      byId('own-' + name).value = colour;
      if (isOwn) root.style.setProperty('--' + name, colour); else root.style.removeProperty('--' + name);
    }
    root.classList.toggle('is-dark', isOwn && light(ownPaper) < light(ownInk));
  }

  choose(name, value) {
    this.choices[name] = value;
    this.data.keep(JSON.stringify(this.choices));
    this.paint();
    if (!['paper', 'ownPaper', 'ownInk'].includes(name)) { this.scrolled = null; this.show(this.at, { keep: true }); }
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
    if (opens && name === 'look') panel.querySelector('input:checked')?.focus();
    if (opens && name === 'contents') {
      const here = panel.querySelector('[aria-current]') ?? panel.querySelector('a');
      here?.scrollIntoView({ block: 'center' });
      here?.focus({ preventScroll: true });
    }
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
      const place = /^#b=(-?\d+)$/.exec(location.hash);
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
    // who goes on from a note comes back to where it is called
    byId('note').addEventListener('focusout', event => { if (event.relatedTarget && !byId('note').contains(event.relatedTarget)) this.closeNote(); });
    this.watchZoom();
    addEventListener('resize', () => {
      this.pictures.clear();
      this.scrolled = null;
      this.show(this.at, { keep: true });
      clearTimeout(this.resizing);
      if (this.book.fits) this.resizing = setTimeout(() => this.set({ page: this.pageOfWindow() }), 250);
    });
    // for print the pages stand otherwise, and what is scrolled to is lost
    addEventListener('beforeprint', () => { this.printedFrom = this.at; });
    addEventListener('afterprint', () => setTimeout(() => {
      const n = this.printedFrom;
      this.printedFrom = null;
      this.scrolled = null;
      this.show(n ?? this.at, { keep: true });
    }, 60));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.watchSlider();
    this.watchPointer(desk);
    desk.addEventListener('scroll', () => { if (this.isScroll) this.scrolledTo(); }, { passive: true });
    desk.addEventListener('wheel', event => this.wheel(event), { passive: false });
    desk.addEventListener('click', event => {
      if (event.target.closest('image')) this.plate(event.target.closest('image'));
      else if (!event.target.closest('.link') && !this.closeNote()) this.turnByClick(event);
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
    for (const [id, name] of [['own-paper', 'ownPaper'], ['own-ink', 'ownInk']]) on(id, 'input', event => this.choose(name, event.target.value));
    on('page', 'change', event => {
      this.choices.page = event.target.value;
      this.data.keep(JSON.stringify(this.choices));
      this.set({ page: event.target.value && this.pageOfWindow() });
    });
    for (const name of ['family', 'leading', 'margins']) on(name, 'change', event => this.set({ [name]: event.target.value }));
    on('edition', 'change', event => { this.data.choose(event.target.value); this.data.book().then(book => this.take(book)); });
    on('smaller', 'click', () => this.resize(-1));
    on('larger', 'click', () => this.resize(1));
    on('print', 'click', () => { this.toggle('look', false); print(); });
  }

  /** Pages fill the window, however it is magnified: that is taken for the size of the type. */
  watchZoom() {
    const now = () => ({ scale: devicePixelRatio, outside: outerWidth, inside: innerWidth });
    let before = now();
    addEventListener('resize', () => {
      const { scale, outside, inside } = now(), by = scale / before.scale;
      // on another screen the window itself is larger or smaller
      const isZoom = by !== 1 && outside === before.outside && Math.abs(inside * by / before.inside - 1) < .03;
      before = { scale, outside, inside };
      if (!isZoom || this.isScroll || this.data.isStill) return;
      this.set({ size: Math.min(Math.max((this.nextLook?.size ?? this.book.size) * by, .5), 2.8) });
    });
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
      if (!this.isSliding) this.slidFrom = { hash: location.hash, from: this.shown()[0]?.label ?? '' };
      this.isSliding = true;
      const n = +slider.value, chapter = this.chapter(n), part = n / Math.max(+slider.max, 1);
      bubble.textContent = `Page ${this.label(n)}${chapter ? ' · ' + chapter[0] : ''}`;
      bubble.style.left = 8 + (this.book.rtl ? 1 - part : part) * (slider.clientWidth - 16) + 'px';
      bubble.hidden = false;
      clearTimeout(this.sliding);
      this.sliding = setTimeout(() => this.show(+slider.value), 60);
    });
    slider.addEventListener('change', () => {
      this.isSliding = false;
      bubble.hidden = true;
      clearTimeout(this.sliding);
      // one can come back to where one was before the first of several presses of a key
      const { hash, from } = this.slidFrom ?? {}, state = history.state, now = performance.now();
      if (hash && now - (this.slid ?? -5000) > 3000) {
        history.replaceState(state, '', hash);
        history.pushState({ depth: (state?.depth ?? 0) + 1, from }, '', hash);
      }
      [this.slidFrom, this.slid] = [null, now];
      this.show(+slider.value);
    });
    // let go, it leaves the keys to the book
    slider.addEventListener('pointerup', () => byId('desk').focus({ preventScroll: true }));
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
    if ((/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !(target.id === 'slider' && ' /t'.includes(key))) || byId('plate').open || byId('keys').open) return;
    if (key === ' ' && target.closest?.('button, a')) return;
    const leftward = this.book.rtl && !this.isUp ? -1 : 1;
    const steps = { ArrowRight: leftward, ArrowLeft: -leftward, ArrowDown: 1, ArrowUp: -1, PageDown: 1, PageUp: -1,
      ' ': event.shiftKey ? -1 : 1 };
    if (key in steps) { event.preventDefault(); this.step(steps[key]); }
    else if (key === 'Home') { event.preventDefault(); this.jump({ page: 0 }); }
    else if (key === 'End') { event.preventDefault(); this.jump({ page: Math.max(this.book.count - 1, 0) }); }
    else if (key === '/') { event.preventDefault(); this.toggle('search', true); }
    else if (key === 't') this.toggle('contents');
    else if (key === 'l') this.toggle('look');
    else if (key === '?') byId('keys').showModal();
    else if (key === '+' || key === '=') this.resize(1);
    else if (key === '-') this.resize(-1);
  }

  /** A wheel turns by one leaf, however long it rolls on by itself: what does so grows weaker, a hand pushes as hard again. */
  wheel(event) {
    if (event.ctrlKey || this.isScroll) return;
    event.preventDefault();
    const now = performance.now(), across = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = (across ? event.deltaX * (this.book.rtl ? -1 : 1) : event.deltaY) * (event.deltaMode ? 30 : 1);
    if (now - (this.wheeled ?? 0) > 250) this.rolled = this.push = this.wheelRests = 0;
    this.wheeled = now;
    this.push = Math.max(this.push, Math.abs(delta));
    if (this.wheelRests && (now < this.wheelRests || Math.abs(delta) < .8 * this.push)) return;
    this.rolled += delta;
    if (Math.abs(this.rolled) < 50) return;
    this.wheelRests = now + 480;
    this.step(Math.sign(this.rolled));
    this.rolled = 0;
  }

  /** Beside the text a click turns, where there is nothing else to hit. */
  turnByClick(event) {
    if (this.isScroll || event.target.closest('text, .edge') || !getSelection().isCollapsed) return;
    if (performance.now() - (this.dragged ?? -1000) < 400) return;
    const { left, top, width, height } = byId('desk').getBoundingClientRect();
    const isAfter = this.isUp ? event.clientY > top + height / 2 : event.clientX > left + width / 2;
    this.step(isAfter === (this.book.rtl && !this.isUp) ? -1 : 1);
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
    const { leaf, forward } = drag.turn;
    if (leaf) {
      // the leaf's edge stays under the hand that has taken it there
      const book = byId('book').getBoundingClientRect(), spine = this.isUp ? book.top + this.height : book.left + this.width;
      const from = ((this.isUp ? drag.y : drag.x) - spine) / leaf.along * (forward ? 1 : -1), travel = -drag.along / leaf.along * (forward ? 1 : -1);
      const edge = Math.min(Math.max(1 - travel / Math.max(from, .5), -1), 1), turned = leaf.turned(forward ? edge : -edge);
      drag.part = .6 * (1 - edge);
      drag.turn.done = forward ? turned : 1 - turned;
      return drag.turn.draw(drag.turn.done);
    }
    const extent = (this.isUp ? this.height : this.width) * (this.single ? 1.1 : 1.7);
    const sign = drag.direction * (this.book.rtl && !this.isUp ? -1 : 1);
    drag.turn.done = drag.part = Math.min(1, Math.max(0, -drag.along * sign / extent));
    drag.turn.draw(drag.turn.done);
  }

  /** Past the threshold, or flung, the leaf goes over; else it falls back. */
  drop(drag) {
    this.dragTo(drag);
    const sign = drag.direction * (this.book.rtl && !this.isUp ? -1 : 1), flung = -drag.speed * sign > .5;
    const isCompleted = !drag.isCancelled && (drag.part > .28 || (flung && drag.part > .04));
    this.end(drag.turn, isCompleted, 120 + 320 * (isCompleted ? 1 - drag.turn.done : drag.turn.done));
  }
}

globalThis.reader = new ReaderInHand(globalThis.octavoBook ? new StillBook(globalThis.octavoBook) : new ServedBook);
globalThis.ready = reader.open();
