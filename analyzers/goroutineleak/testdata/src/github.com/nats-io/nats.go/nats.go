// Package nats stands for the real one.
package nats

type Conn struct{}

type Msg struct{ Data []byte }

type MsgHandler func(*Msg)

type Subscription struct{}

func (c *Conn) Subscribe(subj string, cb MsgHandler) (*Subscription, error) { return nil, nil }

func (c *Conn) QueueSubscribe(subj, queue string, cb MsgHandler) (*Subscription, error) {
	return nil, nil
}

func (s *Subscription) Unsubscribe() error { return nil }
func (s *Subscription) Drain() error       { return nil }
