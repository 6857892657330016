package catalog

import (
	"net"
	"net/netip"
	"strings"
)

// ThisHost reports whether a host is the machine that asks, by name or by address.
func ThisHost(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback()
}

// ThisHostOnly reports whether a server on addr, a host and a port, can be reached
// from this machine alone.
func ThisHostOnly(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && ThisHost(host)
}
