package search

import "net"

// The options of a package for one product: callers that forget the host get their own.
type Options struct{ Host, Port string }

func (o *Options) complete() {
	if o.Host == "" {
		o.Host = "localhost" // want `search.Options.Host defaults to localhost`
	}
	if o.Port == "" {
		o.Port = "9200"
	}
}

func open(o Options) (net.Conn, error) {
	o.complete()
	return net.Dial("tcp", net.JoinHostPort(o.Host, o.Port))
}
