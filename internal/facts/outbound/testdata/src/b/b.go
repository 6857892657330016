package b // want package:"has senders"

import "a"

func Send(c *a.Client) error { return c.Send(nil) } // want Send:"sends"

func Start(c *a.Client) { c.Start(nil) }

type Notifier interface {
	Notify() error // want Notify:"sends"
	Close() error
}

type hook struct{ c *a.Client }

func (h *hook) Notify() error { return h.c.Send(nil) } // want Notify:"sends"

func (h *hook) Close() error { return nil }

type none struct{}

func (none) Notify() error { return nil }

func (none) Close() error { return nil }

func New(c *a.Client) Notifier {
	if c == nil {
		return none{}
	}
	return &hook{c}
}

func Tell(n Notifier) error { return n.Notify() } // want Tell:"sends"

func Finish(n Notifier) error { return n.Close() }

// No value of it is made here.
type Meant interface{ Ping() error }

type unused struct{ c *a.Client }

func (u *unused) Ping() error { return u.c.Send(nil) } // want Ping:"sends"

func Ping(m Meant) error { return m.Ping() }
