// Package autocert stands for the real one.
package autocert

import "net"

func NewListener(domains ...string) net.Listener { return nil }
