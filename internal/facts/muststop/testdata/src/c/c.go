package c

import (
	"context"

	"a"
)

// The cleanup function carries the obligation, as a literal or a method value.
func Provide(fail bool) (*a.T, func(), error) { // want Provide:"needs a call of result 1"
	t := a.New()
	if fail {
		t.Stop()
		return nil, nil, errFailed
	}
	return t, func() { t.Stop() }, nil
}

func ProvideValue() (*a.T, func()) { // want ProvideValue:"needs a call of result 1"
	t := a.New()
	return t, t.Close
}

// So it does when it is passed on, or called by another one.
func Build() (*a.T, func(), error) { // want Build:"needs a call of result 1"
	t, cleanup, err := Provide(false)
	if err != nil {
		return nil, nil, err
	}
	_, more := ProvideValue()
	return t, func() {
		more()
		cleanup()
	}, nil
}

var errFailed error

// A registry of hooks, a goroutine, or a list of closers see to the end.
type hooks struct{ onStop []func() }

func (h *hooks) add(fn func()) { h.onStop = append(h.onStop, fn) }

func NewRegistered(h *hooks) *a.T {
	t := a.New()
	h.add(func() { t.Stop() })
	return t
}

func NewUntil(ctx context.Context) *a.T {
	t := a.New()
	go func() {
		<-ctx.Done()
		t.Stop()
	}()
	return t
}

// What is called on an error path of one's own is no arrangement.
func NewChecked() (*a.T, error) { // want NewChecked:"needs Stop or Close"
	t := a.New()
	ok := false
	defer func() {
		if !ok {
			t.Stop()
		}
	}()
	if errFailed != nil {
		return nil, errFailed
	}
	ok = true
	return t, nil
}

// A captured variable whose only assignment is from itself.
func Same() {
	var t *a.T
	t = t
	func() { _ = t }()
	t.Watch()
}
