package unreadchannel

import (
	"net"

	"golang.org/x/crypto/ssh"
)

// The requests are refused, and the channels are received.
func refuse(c net.Conn, cfg *ssh.ServerConfig) error {
	conn, chans, reqs, err := ssh.NewServerConn(c, cfg)
	if err != nil {
		return err
	}
	defer conn.Close()
	go ssh.DiscardRequests(reqs)
	for next := range chans {
		ch, reqs, err := next.Accept()
		if err != nil {
			return err
		}
		go ssh.DiscardRequests(reqs)
		if err := ch.Close(); err != nil {
			return err
		}
	}
	return nil
}

// The connection is not served: its key is all that counts.
func greet(c net.Conn, cfg *ssh.ServerConfig) error {
	conn, _, _, err := ssh.NewServerConn(c, cfg)
	if err != nil {
		return err
	}
	return conn.Close()
}
