// Package dep is imported: what it does travels as facts.
package dep

import (
	"context"
	"time"
)

func Values(ctx context.Context) any { return ctx.Value("key") } // want "idle"

func Soon(ctx context.Context) { // want "bounded"
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-ctx.Done()
}

func Waits(ctx context.Context) { <-ctx.Done() }

type Client struct{ ctx context.Context }

func New(ctx context.Context) *Client { return &Client{ctx: ctx} } // want "kept"

// Get may be replaced by another function that reads values.
var Get = Values

var Wait = Waits

type store struct{ demoted chan struct{} }

// Primary lasts until its store is demoted.
func Primary(ctx context.Context, s *store) context.Context { // want "kept" "ended"
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		<-s.demoted
		cancel()
	}()
	return ctx
}

func Again(ctx context.Context, s *store) context.Context { return Primary(ctx, s) } // want "kept" "ended"

// Until is a context of its own type.
func Until(ctx context.Context, s *store) context.Context { return own{ctx, s.demoted} } // want "kept" "ended"

type own struct {
	context.Context
	done chan struct{}
}

func (o own) Done() <-chan struct{} { return o.done }

// Named only adds a value.
func Named(ctx context.Context, name string) context.Context {
	return named{context.WithValue(ctx, "name", name)}
}

type named struct{ context.Context }

// Tree has one implementation, which knows without waiting.
type Tree interface {
	Present(ctx context.Context, id int) bool // want "idle"
}

type tree map[int]bool

func (t tree) Present(_ context.Context, id int) bool { return t[id] }

func (t tree) Has(_ context.Context, id int) bool { return t[id] }

// Store has one that does nothing, and others elsewhere.
type Store interface {
	Stored(ctx context.Context, id int) bool
}

type Nop struct{}

func (Nop) Stored(context.Context, int) bool { return false }

// Mixed has two, one of which waits.
type Mixed interface {
	Has(ctx context.Context, id int) bool
	Mixed()
}

func (tree) Mixed() {}

type remote struct{ there chan bool }

func (r remote) Has(ctx context.Context, id int) bool {
	select {
	case <-ctx.Done():
		return false
	case there := <-r.there:
		return there
	}
}

func (remote) Mixed() {}

func Notify(ctx context.Context, send func(context.Context) error, c Sender) { // want "kept" "outlived"
	go c.Send(ctx)
}

// Announce hands on to Notify.
func Announce(ctx context.Context, c Sender) { // want "kept" "outlived"
	Notify(ctx, nil, c)
}

// Watched asks for the end itself.
func Watched(ctx context.Context, c Sender) { // want "kept"
	go func() {
		<-ctx.Done()
		c.Send(ctx)
	}()
}

// Awaited waits for its goroutine.
func Awaited(ctx context.Context, c Sender) {
	sent := make(chan error)
	go func() { sent <- c.Send(ctx) }()
	<-sent
}

type Sender interface {
	Send(ctx context.Context) error
}
