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

func withTimeout(addr string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{Timeout: time.Second})
}

func setLater(addr string) (*ssh.Client, error) {
	config := &ssh.ClientConfig{}
	config.Timeout = time.Second
	return ssh.Dial("tcp", addr, config)
}

// Silent: what the configuration says is not known.
func given(addr string, config *ssh.ClientConfig) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, config)
}

// Silent: this machine, and a network on which nothing connects.
func here() error { return smtp.SendMail("localhost:25", nil, "", nil, nil) }

func socket() (net.Conn, error) { return net.Dial("unix", "/run/agent.sock") }

func packets(addr string) (net.Conn, error) { return net.Dial("udp", addr) }

// Silent: the context in scope is what the dial should get.
func inContext(ctx context.Context, addr string) (net.Conn, error) { return net.Dial("tcp", addr) }
