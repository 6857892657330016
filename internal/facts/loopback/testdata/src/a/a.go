// Package a returns addresses.
package a

import "net/netip"

func Local4() netip.Addr { return netip.AddrFrom4([4]byte{127, 0, 0, 1}) } // want Local4:"loopback"

func Local6() netip.Addr { return netip.IPv6Loopback() } // want Local6:"loopback"

func Parsed() netip.Addr { return netip.MustParseAddr("::1") } // want Parsed:"loopback"

func Text() string { return "localhost" } // want Text:"loopback"

func Other() netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, 1}) }

func Any() string { return "0.0.0.0" }

func Given(host string) string { return host }

func Either(ok bool) string {
	if ok {
		return "localhost"
	}
	return "example.com"
}
