package setting

import (
	"slices"
	"strings"
	"unicode"
)

// A role says what a setting's address is for.
type role int

const (
	open    role = iota // it takes more to tell
	dialled             // the program connects to it
	other               // listened on, shown to people, or a sidecar's
)

// roleOf judges by the setting's name and the shape of its default. A URL with
// the scheme of a store is never anything but dialled; the name of a setting
// that ends in URL, HOST and the like says whose it is in the word before.
func roleOf(key string, s shape) role {
	words := split(key)
	for _, w := range words {
		if notDialled[w] {
			return other
		}
	}
	if s == storeURL {
		return dialled
	}
	last := len(words) - 1
	if last < 0 {
		return open
	}
	for last > 0 && trailing[words[last]] {
		last--
	}
	named := last > 0 || s == serverPort // brokers: localhost:9092
	if s == serverPort {
		s = hostPort
	}
	if s == hostPort && servers[words[last]] || (s == hostPort || s == webURL) && named && otherSides[words[last]] {
		return dialled // --redis localhost:6379, PRICING_UPSTREAM
	}
	if s == anyHost || last < 1 || !places[words[last]] {
		return open
	}
	whose := last - 1
	for whose > 0 && (holders[words[whose]] || s == webURL && kinds[words[whose]]) {
		whose-- // BILLING_SERVICE_URL, redis.Config.address
	}
	if own[words[whose]] || holders[words[whose]] {
		return open
	}
	return dialled
}

// saysListened reports whether a text about a setting says that it is listened on: the
// usage of a flag.
func saysListened(text string) bool {
	return slices.ContainsFunc(split(text), func(word string) bool { return listened[word] })
}

// saysOptional reports whether a text about a setting says that it counts only if something
// else is enabled: then its address is set, too.
func saysOptional(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"only valid when", "only valid if", "only used when", "only used if", "only used with", "only applies when", "only applies if", "only relevant when", "only relevant if"},
		func(phrase string) bool { return strings.Contains(text, phrase) })
}

// split cuts BILLING_SERVICE_URL, core-url, redis.addr and BillingURL to lower
// case words.
func split(key string) []string {
	var words []string
	start := 0
	flush := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(key[start:end]))
		}
	}
	runes := []byte(key)
	for i, c := range runes {
		r := rune(c)
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (!unicode.IsUpper(rune(runes[i-1])) || i+1 < len(runes) && unicode.IsLower(rune(runes[i+1]))):
			flush(i)
			start = i
		}
	}
	flush(len(key))
	return words
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var (
	// places end the name of a setting that says where something is.
	places = set("url uri host hostname addr address addresses addrs dsn endpoint endpoints server servers broker brokers hosts urls nodes conn connection")
	// trailing may follow them.
	trailing = set("string default base v1 v2")
	// own go before a place and leave open whose it is.
	own = set("http https ws wss grpc rest rpc tcp udp api app web ui server service site root base my self node this default client debug pprof main local")
	// kinds of what a URL leads to, after whose it is.
	kinds = set("service services api http base rest")
	// holders are what settings are kept in, whatever they are about.
	holders = set("config configuration conf cfg options opts settings spec params defaults provider connection types model schema common util utils pkg")
	// servers are products that run as a service of their own.
	servers = set("redis postgres postgresql mysql mariadb mongo mongodb kafka rabbitmq amqp nats memcached memcache elasticsearch opensearch cassandra clickhouse etcd zookeeper influxdb minio mqtt")
	// otherSides are words for what a program connects to, whatever it is.
	otherSides = set("upstream upstreams backend backends downstream sink sinks peer peers remote broker brokers target targets")
	// configs are packages that hold the settings of a program.
	configs = set("main config configuration conf cfg settings options opts params app server service cmd")
	// listened tell that an address is, in a text.
	listened = set("listen listens listening")
	// notDialled say that the address is listened on, that it is this service's own name
	// for others, that it admits clients, that it is an identifier, or that a sidecar is
	// there, for which localhost is right.
	notDialled = set("listen listener bind listening serve advertise advertised announce announced helo ehlo public external origin origins cors redirect callback issuer audience frontend website" +
		" allow allowed allowlist whitelist trusted permitted deny denied denylist blacklist blocked forbidden exclude excluded ignore ignored bypass virtual vhosts tag tags label labels" +
		" dashboard portal console storefront login logout signin signup invite webhook webhooks cdn assets static link links swagger docs openapi" +
		" agent sidecar statsd dogstatsd otel otlp opentelemetry collector dapr envoy consul cloudsql metrics pprof admin test testing e2e mock fake proxy")
)
