'use strict';
/* From page to page: leaves that turn, links, contents, notes beside their marks. */

class GoingReader extends Reader {
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

  /** The first page of the unit after (1) or before (-1), or of one as many leaves on as there are. */
  async neighbour(direction, leaves = 1) {
    let found = null;
    for (let at = this.at; leaves > 0; leaves--) {
      const unit = this.unit(at);
      at = await this.printed(direction > 0 ? unit.at(-1) + 1 : unit[0] - 1, direction);
      if (at === null) break;
      found = at;
    }
    return found;
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
  async begin(direction, leaves = 1) {
    const n = await this.neighbour(direction, leaves);
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
    const leaf = new Leaf(...faces, along, side, this.scale, shade, room, this.single ? [] : this.isUp ? [[0, .19], [.1, 0]] : [[0, .19], [.06, .05], [.15, 0]]), { style } = leaf.canvas;
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
    return { direction, target, from: this.at, done: 0, draw: part => leaf.draw(forward ? part : 1 - part), ...!this.single && { leaf, forward } };
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

  /** Turns by one leaf; several that are asked for while one turns go over together, at once. */
  async step(direction, leaves = 1) {
    if (this.turn) { this.waiting = (this.waiting ?? 0) + direction * leaves; return; }
    if (this.isScroll) { byId('desk').scrollBy({ top: direction * byId('desk').clientHeight * .9, behavior: this.calm.matches ? 'auto' : 'smooth' }); return; }
    if (this.style() === 'none') {
      const n = await this.neighbour(direction, leaves);
      if (n !== null && await this.page(n)) await this.show(n);
      return;
    }
    this.turn = true;
    try {
      const turn = await this.begin(direction, leaves);
      if (turn) await this.end(turn, true, this.style() === 'slide' ? 260 : 560);
    } finally { this.turn = null; this.tellGone(); }
    const more = this.waiting;
    this.waiting = 0;
    if (more) this.step(Math.sign(more), Math.abs(more));
  }

  /** Lets a turn that has begun go on to its end, or back. */
  async end(turn, isCompleted, milliseconds) {
    try {
      this.cost = await animate(turn.done, isCompleted ? 1 : 0, milliseconds, turn.draw, () => this.waiting);
      await this.show(isCompleted ? turn.target : turn.from, { keep: !isCompleted });
    } finally { this.turn = null; }
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
}
