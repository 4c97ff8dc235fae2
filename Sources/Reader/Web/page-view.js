'use strict';
/* A page from its data: as SVG, whose text can be selected, and as a picture, which can be bent. */

const SVG = 'http://www.w3.org/2000/svg';
function drawn(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  parent?.append(made);
  return made;
}

/** A grey is a mixture of ink and paper, whatever colours these have; other colours stay, but on dark paper nearer to the ink. */
function shade(colour) {
  const grey = /^#(..)\1\1$/.exec(colour ?? '#000000');
  if (!grey) return { css: `color-mix(in srgb, ${colour} var(--own), var(--ink))`, grey: null };
  const share = 100 - Math.round(parseInt(grey[1], 16) / 2.55);
  return { css: `color-mix(in srgb, var(--ink) ${share}%, var(--paper))`, grey: share / 100 };
}

/** Outlines behind the text, the widest and palest first. */
function shadows(paths) { return paths.filter(p => p.o !== undefined).sort((a, b) => (b.w ?? 0) - (a.w ?? 0)); }

/** What a run's font is called; a canvas has no other way to ask for its features than a font that has them always. */
const fontName = (n, features) => 'f' + n + (features ? '-' + features.replace(/\W+/g, '') : '');

/** Fonts by their numbers and features, each loaded once. */
class Fonts {
  constructor(data) { this.data = data; this.loads = new Map; }
  load(n, features) {
    const name = fontName(n, features);
    if (!this.loads.has(name)) {
      const face = new FontFace(name, this.data.font(n), features ? { featureSettings: features } : {});
      document.fonts.add(face);
      // what cannot be loaded is set in another font rather than not at all
      this.loads.set(name, face.load().catch(() => {}));
    }
    return this.loads.get(name);
  }
  of(page) { return Promise.all(page.runs.filter(run => !run.v).flatMap(run => [this.load(run.f), run.ft && this.load(run.f, run.ft)])); }
}

/** The page as SVG: each word where octavo put it. */
function pageSVG(page, book, data) {
  const svg = drawn('svg', { class: 'page', viewBox: `0 0 ${book.w} ${book.h}`, 'aria-hidden': 'true', lang: book.lang });
  const rule = ([x, y, width, height, , colour, isDot]) => {
    const made = drawn('rect', { class: 'ink', x, y, width, height, rx: isDot ? width / 2 : 0 }, svg);
    if (colour) made.style.fill = shade(colour).css;
  };
  const paths = page.paths ?? [], rules = page.rules ?? [];
  const path = (p, parent = svg, ground = 'var(--paper)') => {
    const made = drawn('path', { class: 'ink', d: p.d }, parent);
    if (p.c) made.style.fill = shade(p.c).css;
    if (p.o < 1) made.style.fill = `color-mix(in srgb, ${shade(p.c).css} ${100 * p.o}%, ${ground})`;
    if (p.w) Object.assign(made.style, { stroke: made.style.fill, strokeWidth: p.w, strokeLinejoin: 'round' });
    if (p.x !== undefined) made.setAttribute('transform', `translate(${p.x} ${p.y}) rotate(${p.a})`);
  };
  paths.filter(p => p.x !== undefined).forEach(p => path(p));
  rules.filter(r => r[4]).forEach(rule);
  shadows(paths).forEach(p => path(p));
  // where a background lies under a soft edge, that edge is mixed with its colour
  if (paths.some(p => p.o < 1)) rules.filter(r => r[4]).forEach(([x, y, width, height, , colour], i) => {
    const id = `ground-${page.n}-${i}`, clip = drawn('clipPath', { id }, svg);
    drawn('rect', { x, y, width, height }, clip);
    const group = drawn('g', { 'clip-path': `url(#${id})` }, svg);
    shadows(paths).forEach(p => path(p, group, shade(colour).css));
  });
  for (const [n, x, y, width, height, veil] of page.pics ?? []) {
    const made = drawn('image', { x, y, width, height, preserveAspectRatio: 'none', href: data.picture(n) }, svg);
    if (veil) made.setAttribute('opacity', 1 - veil);
  }
  drawn('g', { class: 'hits' }, svg);
  for (const run of page.runs) {
    if (run.v) { downwards(run, svg); continue; }
    const text = drawn('text', { 'font-family': 'f' + run.f, 'font-size': run.s }, svg), across = run.e ?? 1;
    if (across === 1) text.setAttribute('y', run.y);
    else text.setAttribute('transform', `matrix(${across} 0 0 1 0 ${run.y})`);
    if (run.c) text.style.fill = shade(run.c).css;
    if (run.h) text.style.fill = 'none';
    if (run.ft) text.style.fontFeatureSettings = run.ft;
    if (run.ls) text.setAttribute('letter-spacing', run.ls);
    if (run.l && run.l !== book.lang) text.setAttribute('lang', run.l);
    if (run.r) { text.setAttribute('direction', 'rtl'); text.setAttribute('unicode-bidi', 'embed'); }
    for (const word of run.words) {
      const made = drawn('tspan', { x: +(word.x / across).toFixed(3) }, text);
      made.textContent = word.text + (word.space ? ' ' : '');
      made.word = word;
    }
  }
  paths.filter(p => p.x === undefined && p.o === undefined).forEach(p => path(p));
  rules.filter(r => !r[4]).forEach(rule);
  return svg;
}

/** A line that runs downwards: its outlines are drawn; what is selected lies over them, unseen. */
function downwards(run, svg) {
  const text = drawn('text', { class: 'downwards', 'font-size': run.s }, svg);
  for (const word of run.words) {
    const [x, y, w, h] = word.box, made = drawn('tspan', { x: x + w / 2, y }, text);
    if (word.text.length > 1) for (const [key, value] of [['textLength', h], ['lengthAdjust', 'spacingAndGlyphs']]) made.setAttribute(key, value);
    made.textContent = word.text;
    made.word = word;
  }
}

/** The page as a picture on a canvas, as wide as asked; for turning upwards it lies on its side. */
function pagePicture(page, book, data, width, height, scale, isUp) {
  const canvas = document.createElement('canvas'), style = getComputedStyle(document.documentElement);
  const [ink, paper] = ['--ink', '--paper'].map(name => style.getPropertyValue(name).trim());
  const own = parseFloat(style.getPropertyValue('--own')) / 100;
  [canvas.width, canvas.height] = (isUp ? [height, width] : [width, height]).map(n => Math.round(n * scale));
  const c = canvas.getContext('2d'), z = width * scale / book.w;
  c.fillStyle = paper;
  c.fillRect(0, 0, canvas.width, canvas.height);
  if (!page) return canvas;
  const place = (a, b, d, e, x, y) => isUp
    // page (x, y) goes to (y, width - x)
    ? c.setTransform(z * b, -z * a, z * e, -z * d, z * y, canvas.height - z * x)
    : c.setTransform(z * a, z * b, z * d, z * e, z * x, z * y);
  const colour = text => {
    const { grey } = shade(text);
    return grey === null ? mixture(text, ink, own) : grey === 1 ? ink : mixture(ink, paper, grey);
  };
  const rule = ([x, y, w, h, , tint, isDot]) => {
    c.fillStyle = colour(tint);
    c.beginPath();
    if (isDot) c.arc(x + w / 2, y + h / 2, w / 2, 0, 2 * Math.PI); else c.rect(x, y, w, h);
    c.fill();
  };
  const path = (p, ground = paper) => {
    c.save();
    if (p.x !== undefined) { c.translate(p.x, p.y); c.rotate(p.a * Math.PI / 180); }
    c.fillStyle = p.o < 1 ? mixture(colour(p.c), ground, p.o) : colour(p.c);
    c.fill(new Path2D(p.d));
    if (p.w) { Object.assign(c, { lineWidth: p.w, lineJoin: 'round', strokeStyle: c.fillStyle }); c.stroke(new Path2D(p.d)); }
    c.restore();
  };
  place(1, 0, 0, 1, 0, 0);
  const paths = page.paths ?? [], rules = page.rules ?? [];
  paths.filter(p => p.x !== undefined).forEach(p => path(p));
  rules.filter(r => r[4]).forEach(rule);
  shadows(paths).forEach(p => path(p));
  if (paths.some(p => p.o < 1)) for (const [x, y, w, h, , tint] of rules.filter(r => r[4])) {
    c.save();
    c.beginPath(); c.rect(x, y, w, h); c.clip();
    shadows(paths).forEach(p => path(p, colour(tint)));
    c.restore();
  }
  for (const [n, x, y, w, h, veil] of page.pics ?? []) {
    const image = page.images?.get(n);
    if (!image) continue;
    c.globalAlpha = 1 - veil;
    c.drawImage(image, x, y, w, h);
    c.globalAlpha = 1;
  }
  c.textRendering = 'geometricPrecision';
  c.fontKerning = 'normal';
  for (const run of page.runs) {
    if (run.v || run.h) continue;
    const across = run.e ?? 1;
    place(across, 0, 0, 1, 0, run.y);
    c.font = `${run.s}px ${fontName(run.f, run.ft)}, f${run.f}`;
    c.fillStyle = colour(run.c);
    c.direction = run.r ? 'rtl' : 'ltr';
    c.textAlign = run.r ? 'right' : 'left';
    c.letterSpacing = (run.ls ?? 0) + 'px';
    for (const word of run.words) c.fillText(word.text, word.x / across, 0);
  }
  place(1, 0, 0, 1, 0, 0);
  paths.filter(p => p.x === undefined && p.o === undefined).forEach(p => path(p));
  rules.filter(r => !r[4]).forEach(rule);
  return canvas;
}

/** A leaf's blank back: the print of its front shines through. */
function backOf(picture) {
  const canvas = document.createElement('canvas'), c = canvas.getContext('2d');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  c.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.globalAlpha = .12;
  c.setTransform(-1, 0, 0, 1, canvas.width, 0);
  c.drawImage(picture, 0, 0);
  return canvas;
}

function mixture(ink, paper, share) {
  const parts = text => text[0] === '#' ? [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16)) : text.match(/\d+/g).map(Number);
  const [a, b] = [parts(ink), parts(paper)];
  return `rgb(${a.map((value, i) => Math.round(value * share + b[i] * (1 - share))).join(' ')})`;
}

/** Pictures of a page, ready to be drawn. */
async function loadPictures(page, data) {
  if (!page.pics || page.images) return;
  page.images = new Map;
  await Promise.all(page.pics.map(async ([n]) => {
    const image = new Image;
    image.src = data.picture(n);
    try { await image.decode(); page.images.set(n, image); } catch { /* a picture that cannot be read leaves its place empty */ }
  }));
}
