package dialnotimeout

import (
	"context"
	"crypto/tls"
	"net"
	"net/smtp"
	"time"

	"golang.org/x/crypto/ssh"
)

// Silent: each has a limit.
func limited(addr string) (net.Conn, error) { return net.DialTimeout("tcp", addr, time.Second) }

func dialer(addr string) (net.Conn, error) {
	return tls.DialWithDialer(&net.Dialer{Timeout: time.Second}, "tcp", addr, nil)
}

// Silent: the deadline is on the connection, and ends with the handshake.
func handshake(addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	c, channels, requests, err := ssh.NewClientConn(conn, addr, config)
	if err != nil {
		return nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return ssh.NewClient(c, channels, requests), nil
}

func sshHere(config *ssh.ClientConfig) (*ssh.Client, error) {
	return ssh.Dial("tcp", "127.0.0.1:2222", config) // this machine
}

// Silent: this machine, and a network on which nothing connects.
func here() error { return smtp.SendMail("localhost:25", nil, "", nil, nil) }

func socket() (net.Conn, error) { return net.Dial("unix", "/run/agent.sock") }

func packets(addr string) (net.Conn, error) { return net.Dial("udp", addr) }

// Silent: the context in scope is what the dial should get.
func inContext(ctx context.Context, addr string) (net.Conn, error) { return net.Dial("tcp", addr) }

// Silent: the function that is passed on has a limit.
func kept(addr string) (net.Conn, error) {
	return try((&net.Dialer{Timeout: time.Second}).Dial, addr)
}
