// Package gomail stands for the real one.
package gomail

type Message struct{}

type SendCloser interface{ Close() error }

type Dialer struct{}

func NewDialer(host string, port int, username, password string) *Dialer { return nil }

func (d *Dialer) Dial() (SendCloser, error) { return nil, nil }

func (d *Dialer) DialAndSend(m ...*Message) error { return nil }
