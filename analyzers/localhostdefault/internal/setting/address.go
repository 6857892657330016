// Package setting is the model of the addresses that a package is configured with: where
// each comes from, what it is when nothing is set, and where it is used.
package setting

import (
	"net/url"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A shape is what an address looks like.
type shape int

const (
	notLocal   shape = iota
	host             // localhost, 127.0.0.1
	hostPort         // localhost:8080
	serverPort       // localhost:6379: the port of a product that runs as a service of its own
	anyHost          // 0.0.0.0, with or without a port: most often listened on
	webURL           // http://localhost:8080
	storeURL         // mongodb://localhost, postgres://u@localhost/db, and DSNs
)

// shapeOf returns the shape of value if it names this machine.
func shapeOf(value string) shape {
	if strings.ContainsAny(value, " \t\n") && !dsn().MatchString(value) {
		return notLocal // a sentence
	}
	if u, err := url.Parse(value); err == nil && u.Scheme != "" && u.Host != "" {
		if !anyLocal(u.Host) {
			return notLocal
		}
		switch {
		case frontEnds[u.Port()], agents[u.Port()]:
			return notLocal
		case transports[u.Scheme], isAnyHost(hostname(u.Host)) && u.User == nil && len(u.Path) <= 1:
			return shapeOf(u.Host) // tcp://127.0.0.1:9000 may as well be listened on
		case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss":
			return webURL
		}
		return storeURL
	}
	if m := dsn().FindStringSubmatch(value); m != nil && anyLocal(m[1]+m[2]) {
		return storeURL
	}
	name, _, _ := strings.Cut(value, ",")
	bare := hostname(name)
	switch {
	case isAnyHost(bare):
		return anyHost
	case !catalog.ThisHost(bare):
		return notLocal
	case bare == name || "["+bare+"]" == name:
		return host
	case agents[name[strings.LastIndexByte(name, ':')+1:]]:
		return notLocal
	case serverPorts[name[strings.LastIndexByte(name, ':')+1:]]:
		return serverPort
	}
	return hostPort
}

// frontEnds are the ports of development servers for user interfaces, which
// browsers and not services connect to.
var frontEnds = set("5173 4173 4200 19006")

// agents are the ports of what runs on each machine to be asked on localhost:
// Nomad, Consul, StatsD, the agents of Datadog, Jaeger and ECS, OpenTelemetry's collector.
var agents = set("4646 8500 8125 8126 6831 6832 4317 4318 51678")

// serverPorts are those of databases and brokers.
var serverPorts = set("1433 1521 2181 2379 3306 4222 5432 5672 6379 7687 9042 9092 9200 11211 26257 27017")

// transports are schemes that say how to connect and not to what.
var transports = set("tcp tcp4 tcp6 udp udp4 udp6 tls ssl grpc grpcs")

// dsn matches the data source names of database drivers:
// user:pass@tcp(127.0.0.1:3306)/db, and host=localhost port=5432.
var dsn = lazyregexp.New(`@(?:tcp|tcp6)?\(([^)]+)\)|(?:^|\s)host=(\S+)`)

// anyLocal reports whether one of the hosts in a list is this machine.
func anyLocal(hosts string) bool {
	for h := range strings.SplitSeq(hosts, ",") {
		if h = hostname(h); catalog.ThisHost(h) || isAnyHost(h) {
			return true
		}
	}
	return false
}

func isAnyHost(host string) bool { return host == "0.0.0.0" || host == "::" }

// hostname returns the host of host:port.
func hostname(s string) string {
	if rest, ok := strings.CutPrefix(s, "["); ok {
		s, _, _ = strings.Cut(rest, "]")
		return s
	}
	if strings.Count(s, ":") == 1 {
		s, _, _ = strings.Cut(s, ":")
	}
	return s
}
