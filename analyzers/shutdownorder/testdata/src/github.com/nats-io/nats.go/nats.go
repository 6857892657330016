// Package nats stands for the real one.
package nats

type Conn struct{}

type Msg struct {
	Subject string
	Data    []byte
}

type MsgHandler func(*Msg)

type Subscription struct{}

func Connect(url string) (*Conn, error) { return nil, nil }

func (c *Conn) Subscribe(subj string, cb MsgHandler) (*Subscription, error) { return nil, nil }

func (c *Conn) QueueSubscribe(subj, queue string, cb MsgHandler) (*Subscription, error) {
	return nil, nil
}

func (c *Conn) Publish(subj string, data []byte) error { return nil }
func (c *Conn) Drain() error                           { return nil }
func (c *Conn) Close()                                 {}
