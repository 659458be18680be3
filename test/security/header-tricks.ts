// What a client may say to be taken for someone or something else, byte for byte.

/** A request as it goes on the wire. */
export interface Trick {
  name: string;
  bytes: string;
}

const SECRET = "A".repeat(64);
const DOOR = "http://127.0.0.1/cdn-cgi/handler/scheduled?time=4102444800000";

const RUNTIME: [string, string][] = [
  ["MF-Route-Override", "scheduled-door"],
  ["MF-Route-Override", "simulator"],
  ["MF-Route-Override", "tallylight"],
  ["MF-Original-URL", DOOR],
  ["MF-Original-URL", "http://localhost/_sim/state"],
  ["MF-Original-Hostname", "localhost"],
  ["MF-Proxy-Shared-Secret", SECRET],
  ["MF-Dev-Registry-Secret", SECRET],
  ["MF-Loopback-Secret", SECRET],
  ["MF-Disable-Pretty-Error", "true"],
  ["MF-Experimental-Error-Stack", "true"],
  ["MF-Experimental-Error-Stack-Payload", "%7B%7D"],
  ["MF-Custom-Fetch-Service", "core:0:outbound"],
  ["MF-Custom-Node-Service", "core:0:outbound"],
  ["MF-CF-Blob", '{"clientIp":"203.0.113.9"}'],
  ["MF-Access-Blob", "{}"],
  ["MF-Sec-Fetch-Mode", "navigate"],
  ["MF-Op", "GET"],
  ["MF-Op-Secret", SECRET],
  ["MF-Op-Target", "0"],
  ["MF-Op-Key", "DB"],
  ["MF-Op-Original-URL", DOOR],
  ["X-MF-Additional-Response-Log", "x"],
];

const CLAIMED: [string, string][] = [
  ["CF-Connecting-IP", "203.0.113.9"],
  ["CF-Connecting-IPv6", "2001:db8::1"],
  ["CF-Pseudo-IPv4", "240.0.0.1"],
  ["CF-IPCountry", "XX"],
  ["CF-Ray", "0"],
  ["CF-Visitor", '{"scheme":"https"}'],
  ["CF-Worker", "tallylight"],
  ["CF-EW-Via", "15"],
  ["CF-Access-Client-Id", "x"],
  ["CF-Access-Jwt-Assertion-2", SECRET],
  ["CF-Access-Authenticated-User-Email", "owner@example.com"],
  ["True-Client-IP", "203.0.113.9"],
  ["X-Real-IP", "203.0.113.9"],
  ["X-Client-IP", "203.0.113.9"],
  ["X-Forwarded-For", "203.0.113.9, 127.0.0.1"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-Port", "443"],
  ["X-Forwarded-Server", "evil.example"],
  ["X-Forwarded-Prefix", "/cdn-cgi"],
  ["X-Forwarded-Uri", "/cdn-cgi/handler/scheduled"],
  ["X-Forwarded-Scheme", "https"],
  ["X-Forwarded", "for=127.0.0.1"],
  ["Forwarded", "for=127.0.0.1;host=evil.example;proto=https"],
  ["X-Original-URL", "/cdn-cgi/handler/scheduled"],
  ["X-Original-Host", "evil.example"],
  ["X-Original-Method", "DELETE"],
  ["X-Rewrite-URL", "/cdn-cgi/handler/scheduled"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-HTTP-Method", "DELETE"],
  ["X-Method-Override", "DELETE"],
  ["Proxy", "http://evil.example"],
  ["Proxy-Authorization", "Basic YTpi"],
  ["Proxy-Connection", "keep-alive"],
];

const NOMINATED = ["Authorization", "Host", "CF-Connecting-IP", "Cookie", "Content-Type", "X-Marker", "Accept", "*"];

const HOPS: [string, string][] = [
  ["Keep-Alive", "timeout=9999, max=9999"],
  ["TE", "trailers, deflate"],
  ["Trailer", "Authorization"],
  ["Upgrade", "websocket"],
  ["Upgrade", "h2c"],
  ["HTTP2-Settings", "AAMAAABkAAQAAP__"],
  ["Expect", "200-ok"],
];

const HOSTS = [
  "",
  " ",
  "a b",
  "a,b",
  "a@b",
  "a/b",
  "a?b",
  "a#b",
  "a\\b",
  "http://a",
  "a:b",
  "a:999999",
  "a:",
  "[::1",
  "::1",
  "[::1%25lo]",
  "%61",
  "a\tb",
  "a..b",
  "é",
  "'\"",
  "${jndi:x}",
];

const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

const FRAMINGS = [
  `Content-Length: 5\r\nTransfer-Encoding: chunked`,
  `Transfer-Encoding: chunked\r\nContent-Length: 5`,
  `Content-Length: 5\r\nContent-Length: 5`,
  `Content-Length: 5\r\nContent-Length: 6`,
  `Content-Length: 5, 5`,
  `Content-Length: +5`,
  `Content-Length: -1`,
  `Content-Length: 0x5`,
  `Content-Length: 5 5`,
  `Content-Length: five`,
  `Content-Length : 5`,
  `Content-Length\t: 5`,
  `Content-Length: 99999999999999999999999`,
  `Transfer-Encoding: xchunked`,
  `Transfer-Encoding: identity`,
  `Transfer-Encoding: gzip, chunked`,
  `Transfer-Encoding: chunked, identity`,
  `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity`,
  `Transfer-Encoding: identity\r\nTransfer-Encoding: chunked`,
  `Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked`,
  `Transfer-Encoding : chunked`,
  `Transfer-Encoding:\r\n chunked`,
  `X-Folded: a\r\n\tTransfer-Encoding: chunked`,
  `X-Folded: a\r\n b`,
  `X-Bare: a\nTransfer-Encoding: chunked`,
  `X-Bare: a\rTransfer-Encoding: chunked`,
  `X-Nul: a\0b`,
  `X Space: a`,
  `X(Paren): a`,
  `: nameless`,
  `NoColon`,
  ` Leading: a`,
  `Transfer-Encoding: "chunked"`,
  `Transfer-Encoding: chunked;q=1`,
  `Transfer-Encoding:\vchunked`,
];

const LINES = [
  "GET http://evil.example/ HTTP/1.1",
  "GET http://127.0.0.1:1/cdn-cgi/handler/scheduled HTTP/1.1",
  "GET https://tallylight.test/x HTTP/1.1",
  "GET http://user@tallylight.test/x HTTP/1.1",
  "GET ftp://tallylight.test/x HTTP/1.1",
  "GET x HTTP/1.1",
  "GET * HTTP/1.1",
  "GET HTTP/1.1",
  "GET  /x HTTP/1.1",
  "GET /x\tHTTP/1.1",
  "GET /x HTTP/1.2",
  "GET /x HTTP/2.0",
  "GET /x HTTP/9.9",
  "GET /x http/1.1",
  "GET /a b HTTP/1.1",
  "get /x HTTP/1.1",
  "CONNECT 127.0.0.1:22 HTTP/1.1",
  "CONNECT tallylight.test:80 HTTP/1.1",
  "TRACE /x HTTP/1.1",
  "TRACK /x HTTP/1.1",
  "PROPFIND /x HTTP/1.1",
  "PURGE /x HTTP/1.1",
  "DEBUG /x HTTP/1.1",
  "PRI * HTTP/2.0",
  "\0GET /x HTTP/1.1",
];

const spellings = (name: string): string[] => [...new Set([name, name.toLowerCase(), name.toUpperCase()])];

/** The request that none of them may change. */
export const PLAIN = "GET /x?y=1 HTTP/1.1\r\nHost: tallylight.test\r\nAuthorization: Bearer t\r\nX-Marker: 1\r\n";

const END = "Connection: close\r\n\r\n";

const withHeader = (line: string): string => `${PLAIN}${line}\r\n${END}`;

/** Tricks after which the request is either as without them, or refused. */
export const TRICKS: Trick[] = [
  ...[...RUNTIME, ...CLAIMED, ...HOPS].flatMap(([name, value]) =>
    spellings(name).map((spelt) => ({ name: `${spelt}: ${value}`, bytes: withHeader(`${spelt}: ${value}`) })),
  ),
  ...NOMINATED.map((name) => ({
    name: `Connection: close, ${name}`,
    bytes: `${PLAIN}Connection: close, ${name}\r\n\r\n`,
  })),
  ...HOSTS.map((host) => ({
    name: `Host: ${host}`,
    bytes: `GET /x HTTP/1.1\r\nHost: ${host}\r\n${END}`,
  })),
  { name: "no Host", bytes: `GET /x HTTP/1.1\r\n${END}` },
  { name: "two Hosts", bytes: `GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n${END}` },
  { name: "two Authorizations", bytes: withHeader("Authorization: Bearer other") },
  ...FRAMINGS.map((framing) => ({
    name: framing,
    bytes: `POST /x HTTP/1.1\r\nHost: tallylight.test\r\n${framing}\r\n${END}0\r\n\r\n${SMUGGLED}`,
  })),
  ...[
    "5;x=y\r\nhello\r\n0\r\n\r\n",
    "0x5\r\nhello\r\n0\r\n\r\n",
    "-1\r\n\r\n",
    "fffffffffffffffff\r\n",
    "5\nhello\n0\n\n",
  ].map((body) => ({
    name: `chunks ${JSON.stringify(body)}`,
    bytes: `POST /x HTTP/1.1\r\nHost: tallylight.test\r\nTransfer-Encoding: chunked\r\n${END}${body}${SMUGGLED}`,
  })),
  ...LINES.map((line) => ({ name: line, bytes: `${line}\r\nHost: tallylight.test\r\n${END}` })),
  { name: "a head of 64 KB", bytes: withHeader(`X-Long: ${"x".repeat(65_536)}`) },
  { name: "3000 headers", bytes: withHeader(Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`).join("\r\n")) },
  { name: "no end of head", bytes: "GET /x HTTP/1.1\r\nHost: tallylight.test\r\nX-Slow: " },
];
