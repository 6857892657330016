package handshake

import (
	"crypto/tls"
	"log"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

func accept(l net.Listener, config *ssh.ServerConfig) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go greet(conn, config)
	}
}

func greet(conn net.Conn, config *ssh.ServerConfig) {
	defer conn.Close()
	sc, channels, requests, err := ssh.NewServerConn(conn, config) // want `a peer that says nothing keeps the connection and the goroutine: ssh.NewServerConn has no deadline`
	if err != nil {
		return
	}
	defer sc.Close()
	use(channels, requests)
}

// The limit of the dial is not one of what follows.
func dial(addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	c, channels, requests, err := ssh.NewClientConn(conn, addr, config) // want `ssh.NewClientConn has no deadline`
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(c, channels, requests), nil
}

func upgrade(addr string, config *tls.Config) (net.Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	secure := tls.Client(conn, config)
	if err := secure.Handshake(); err != nil { // want `secure.Handshake has no deadline`
		return nil, err
	}
	return secure, nil
}

func encrypted(l net.Listener, config *tls.Config) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	secure := tls.Server(conn, config)
	err = secure.Handshake() // want `secure.Handshake has no deadline`
	log.Print(err)
}

// A listener of package tls leaves the handshake to the first read.
func listen(l net.Listener) {
	conn, err := l.Accept()
	if err != nil {
		return
	}
	if secure, ok := conn.(*tls.Conn); ok {
		if err := secure.Handshake(); err != nil { // want `secure.Handshake has no deadline`
			return
		}
	}
}

func use(channels <-chan ssh.NewChannel, requests <-chan *ssh.Request) {}
