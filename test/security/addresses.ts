// Addresses that lead inside, in every disguise: what must never be called.

const LOOPBACKS = ["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "0.0.0.0", "0", "2130706433", "017700000001"];
const MORE_LOOPBACKS = [
  "0x7f000001",
  "0x7f.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "0177.1",
  "127.0.0.01",
  "１２７.0.0.1",
  "127。0。0。1",
];
const PRIVATE = [
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.1",
  "192.168.0.1",
  "192.168.1.254",
  "100.64.0.1",
];
const SPECIAL = [
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
];
const NUMBERS = ["2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "3232235777", "0xc0a80101", "167772161"];
const PUBLIC_NUMBERS = ["8.8.8.8", "1.1.1.1", "134744072", "0x08080808", "010.010.010.010"];
const SIX = [
  ...[
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
  ],
  ...[
    "[fe80::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "[2002:7f00:1::]",
    "[::ffff:a9fe:a9fe]",
    "[2001:db8::1]",
  ],
  ...["[2606:4700::1111]", "[0000::1]", "[::1%25lo]", "[::ffff:0:127.0.0.1]"],
];
const NAMES = [
  ...["localhost", "localhost.", "LOCALHOST.", "app.localhost", "localhost.localdomain", "ip6-localhost", "loopback"],
  ...[
    "metadata",
    "metadata.google.internal",
    "metadata.internal",
    "instance-data",
    "kubernetes.default.svc",
    "host.docker.internal",
  ],
  ...["gateway.docker.internal", "printer.local", "nas.lan", "router.home.arpa", "x.home", "wiki.corp", "db.intranet"],
  ...[
    "x.private",
    "x.test",
    "x.example",
    "x.invalid",
    "x.onion",
    "1.0.0.127.in-addr.arpa",
    "example.com.",
    "com",
    "intern",
  ],
  ...["kubernetes.default.svc.cluster.local", "consul.service.consul.internal", "vault.internal"],
];
const EMBEDDING = [
  ...["nip.io", "sslip.io", "xip.io"].flatMap((zone) =>
    ["127.0.0.1", "10.0.0.1", "192-168-1-1", "app.169-254-169-254", "7f000001"].map((name) => `${name}.${zone}`),
  ),
  ...["localtest.me", "a.localtest.me", "lvh.me", "x.lvh.me", "vcap.me", "fuf.me", "lacolhost.com", "x.traefik.me"],
  ...[
    "make-127-0-0-1-rr.1u.ms",
    "7f000001.c0a80001.rbndr.us",
    "local.gd",
    "x.localho.st",
    "rebind.it",
    "x.rebind.network",
  ],
  ...[
    "127.0.0.1.example.com",
    "10-0-0-1.example.com",
    "a.192.168.1.1.evil.com",
    "169.254.169.254.evil.com",
    "ip-172-31-0-1.ec2.evil.com",
  ],
];
const SYNTAX = [
  ...[
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "dict://127.0.0.1/",
  ],
  ...[
    "data:text/plain,hi",
    "javascript:alert(1)",
    "blob:https://example.com/1",
    "ws://127.0.0.1/",
    "//127.0.0.1/",
    "/etc/passwd",
  ],
  ...[
    "https:127.0.0.1",
    "https:/127.0.0.1",
    "https:///127.0.0.1",
    "https:\\\\127.0.0.1",
    "https://127.0.0.1\\@example.com/",
  ],
  ...[
    "https://example.com\\@127.0.0.1/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1@example.com/",
    "https://a:b@example.com/",
  ],
  ...[
    "https://example.com#@127.0.0.1/",
    "https://example.com:8443/",
    "https://example.com:80/",
    "https://example.com:22/",
  ],
  ...[
    "https://exa mple.com/",
    "https://example.com/\r\nHost: x",
    "https://example.com/\t",
    "https://example.com/\0",
    "https://[",
    "https://",
  ],
  ...[
    "",
    " ",
    "https://ex*mple.com/",
    "https://-a.example.com/",
    "https://a..example.com/",
    "https://%31%32%37.0.0.1/",
  ],
  ...[
    "https://%00.example.com/",
    "https://localhost%2eexample/",
    "https://example.com/ x",
    "http://[::1]:80@example.com/",
  ],
];

const HOSTS = [LOOPBACKS, MORE_LOOPBACKS, PRIVATE, SPECIAL, NUMBERS, PUBLIC_NUMBERS, SIX, NAMES, EMBEDDING].flat();

/** URLs that must be refused by whoever may call public addresses alone. */
export const INSIDE: string[] = [
  ...SYNTAX,
  ...HOSTS.flatMap((host) => [`https://${host}/`, `https://${host}/api/webhooks/1/abc`]),
  ...LOOPBACKS.flatMap((host) => [`http://${host}/`, `https://${host}:8443/x`, `https://user@${host}/`]),
];
