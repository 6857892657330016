package dialnotimeout

import (
	"crypto/tls"
	"net"
	"net/smtp"
)

// A function that is kept or passed on dials as its call does.
type shipper struct {
	dial func(network, addr string, config *tls.Config) (*tls.Conn, error)
}

func newShipper() *shipper {
	return &shipper{dial: tls.Dial} // want `tls.Dial blocks for as long as the other side accepts and says nothing: nothing limits the handshake`
}

var send = smtp.SendMail // want `smtp.SendMail blocks for as long as the other side accepts`

func try(dial func(network, addr string) (net.Conn, error), addr string) (net.Conn, error) {
	return dial("tcp", addr)
}
