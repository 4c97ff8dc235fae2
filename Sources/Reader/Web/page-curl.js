'use strict';
/* A leaf of paper that rolls over the spine, drawn on one canvas.

   The leaf is a chain of narrow slices from the spine outwards. Each leans by an angle between that
   at the spine and that at the outer edge, which goes first: a cylinder that opens again. Seen from
   above with a little perspective, every column of the canvas shows one place of the leaf, its front
   or its back, so each is drawn once, with no seams between slices. */

class Leaf {
  static slices = 80;

  /**
   * @param front  the leaf's page that lies right of the spine, a canvas
   * @param back   the one that lies left of it when the leaf is turned
   * @param along  the page's extent across the spine, CSS pixels; `side` along the spine
   * @param room   what there is above and below the page up to the window's edge
   * @param gutter how dark it is towards the spine, as the style sheet has it: pairs of a part of the page and a share
   */
  constructor(front, back, along, side, scale, shade, room, gutter = []) {
    Object.assign(this, { front, back, along, side, scale, shade, gutter });
    this.pad = Math.max(Math.min(Math.ceil(side * .1), Math.floor(room)), 2);
    // seen from so high that the leaf, when it stands upright, just fills the room
    this.eye = along * (1 + side / (2 * this.pad));
    // lifted a little, it reaches farther than flat: by the square of its extent over twice the eye's height
    this.reach = along + Math.ceil(along * along / this.eye);
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'leaf';
    this.canvas.width = Math.round(2 * this.reach * scale);
    this.canvas.height = Math.round((side + 2 * this.pad) * scale);
    this.canvas.style.width = 2 * this.reach + 'px';
    this.canvas.style.height = side + 2 * this.pad + 'px';
    this.context = this.canvas.getContext('2d');
    this.context.imageSmoothingQuality = 'medium';
  }

  /** Where the slices are when the leaf is turned by `t`, 0 to 1: their ends across and above the book. */
  bend(t) {
    const ease = u => u < .5 ? 2 * u * u : 1 - 2 * (1 - u) * (1 - u);
    const edge = Math.PI * ease(Math.min(1, t * 1.22)), spine = Math.PI * ease(Math.max(0, t * 1.22 - .22));
    const step = this.along / Leaf.slices, ends = [[0, 0]], angles = [];
    for (let i = 0; i < Leaf.slices; i++) {
      const angle = spine + (edge - spine) * i / (Leaf.slices - 1), [x, z] = ends[i];
      ends.push([x + step * Math.cos(angle), z + step * Math.sin(angle)]);
      angles.push(angle);
    }
    return { ends, angles };
  }

  /** How far it is turned when its outer edge is seen at a place, from 1, where it lies at first, to -1. */
  turned(edge) {
    let [low, high] = [0, 1];
    for (let i = 0; i < 16; i++) {
      const middle = (low + high) / 2, [x, z] = this.bend(middle).ends.at(-1);
      if (x * this.eye / (this.eye - z) > edge * this.along) low = middle; else high = middle;
    }
    return edge >= 1 ? 0 : edge <= -1 ? 1 : (low + high) / 2;
  }

  /** How dark the gutter is at a part of the page. */
  dusk(part) {
    const next = this.gutter.findIndex(([at]) => at > part);
    if (next < 1) return 0;
    const [[a, dark], [b, light]] = [this.gutter[next - 1], this.gutter[next]];
    return dark + (light - dark) * (part - a) / (b - a);
  }

  draw(t) {
    const { context: c, side, scale: k, pad, eye, reach, shade } = this, { ends, angles } = this.bend(t);
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawShadow(ends);
    // nearer slices cover those behind: by height, and at a fold by their order
    const order = angles.map((_, i) => i).sort((a, b) => ends[a][1] + ends[a + 1][1] - ends[b][1] - ends[b + 1][1]);
    for (const i of order) {
      const [[x0, z0], [x1, z1]] = [ends[i], ends[i + 1]], s0 = eye / (eye - z0), s1 = eye / (eye - z1);
      const u0 = (reach + x0 * s0) * k, u1 = (reach + x1 * s1) * k, isFront = u1 > u0;
      const image = isFront ? this.front : this.back, low = Math.ceil(Math.min(u0, u1)), high = Math.ceil(Math.max(u0, u1));
      for (let u = low; u < high; u++) {
        const first = (u - u0) / (u1 - u0), last = (u + 1 - u0) / (u1 - u0), middle = (first + last) / 2;
        const height = side * k * (s0 + (s1 - s0) * middle), top = pad * k + (side * k - height) / 2;
        const at = (i + middle) / Leaf.slices * image.width;
        const wide = Math.max(1, Math.abs(last - first) * image.width / Leaf.slices);
        const from = (isFront ? at : image.width - at) - wide / 2;
        c.drawImage(image, Math.max(0, Math.min(image.width - wide, from)), 0, wide, image.height, u, top, 1, height);
      }
      if (high <= low) continue;
      const lean = 1 - Math.abs(Math.cos(angles[i])), dark = (isFront ? .3 : .24) * lean + (isFront ? 0 : .03);
      const height = side * k * Math.max(s0, s1);
      c.globalCompositeOperation = 'source-atop';
      const [near, far] = [i, i + 1].map(end => dark + this.dusk(end / Leaf.slices) * (1 - lean));
      if (near > dark) {
        c.fillStyle = c.createLinearGradient(u0, 0, u1, 0);
        c.fillStyle.addColorStop(0, `rgb(${shade} / ${near.toFixed(3)})`);
        c.fillStyle.addColorStop(1, `rgb(${shade} / ${far.toFixed(3)})`);
      } else c.fillStyle = `rgb(${shade} / ${dark.toFixed(3)})`;
      c.fillRect(low, pad * k + (side * k - height) / 2, high - low, height);
      c.globalCompositeOperation = 'source-over';
    }
  }

  /** What lies below is darker near the leaf, the more the higher it stands. */
  drawShadow(ends) {
    const { context: c, along, side, scale: k, pad, reach: spine, shade } = this;
    const across = ends.map(end => end[0]), lift = Math.min(1, Math.max(...ends.map(end => end[1])) / along * 1.6);
    const right = Math.max(...across), left = Math.min(...across), reach = along * .14;
    c.setTransform(k, 0, 0, k, 0, 0);
    for (const [from, to] of [[right, right + reach], [left, left - reach]]) {
      const [a, b] = [Math.max(-along, Math.min(from, to)), Math.min(along, Math.max(from, to))];
      if (b <= a || (to < from && left > -1)) continue;
      const fade = c.createLinearGradient(spine + from, 0, spine + to, 0);
      fade.addColorStop(0, `rgb(${shade} / ${.3 * lift})`);
      fade.addColorStop(1, `rgb(${shade} / 0)`);
      c.fillStyle = fade;
      c.fillRect(spine + a, pad, b - a, side);
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
  }
}

/** Calls `draw` with what is between two numbers, once a frame, and tells how long drawing took; `hurries` ends it at once. */
function animate(from, to, milliseconds, draw, hurries = () => false) {
  return new Promise(done => {
    const begun = performance.now();
    let frames = 0, busy = 0, longest = 0;
    const frame = now => {
      const part = hurries() ? 1 : Math.min(1, Math.max(0, (now - begun) / milliseconds)), start = performance.now();
      draw(from + (to - from) * part);
      const cost = performance.now() - start;
      frames++;
      busy += cost;
      longest = Math.max(longest, cost);
      if (part < 1) requestAnimationFrame(frame);
      else done({ frames, mean: busy / frames, longest });
    };
    requestAnimationFrame(frame);
  });
}
