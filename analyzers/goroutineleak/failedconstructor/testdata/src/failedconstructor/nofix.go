package failedconstructor

import (
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os/exec"
	"time"

	"github.com/nats-io/nats.go"
)

type pool struct{ conns []net.Conn }

// Those of earlier iterations stay open.
func newPool(addrs []string) (*pool, error) {
	p := &pool{}
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			return nil, err // want `newPool fails here, and conn, opened at line \d+, stays open`
		}
		p.conns = append(p.conns, conn)
	}
	return p, nil
}

// The goroutine runs, and the caller takes the meter for one that has not been started.
func (m *meter) Start(addr string) error {
	go m.poll()
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err // want `m.Start fails here, and the goroutine of m, started at line \d+, keeps running: a caller whose Start has failed does not stop it`
	}
	m.ln = ln
	return nil
}

// The same with a literal.
func (m *meter) StartWithLiteral(load func() error) error {
	m.quit = make(chan struct{})
	go func() {
		for {
			select {
			case <-time.After(time.Second):
				m.n++
			case <-m.quit:
				return
			}
		}
	}()
	if err := load(); err != nil {
		return fmt.Errorf("load: %w", err) // want `m.StartWithLiteral fails here, and the goroutine of m, started at line \d+, keeps running`
	}
	return nil
}

// The server answers, and is not registered.
func (m *meter) Serve(register func() error) error {
	m.srv = &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	go func() {
		if err := m.srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Print(err)
		}
	}()
	if err := register(); err != nil {
		return err // want `m.Serve fails here, and the goroutine of m, started at line \d+, keeps running`
	}
	return nil
}

// A child process that is not ready in time.
func launch(bin string, ready func() error) (*exec.Cmd, error) {
	cmd := exec.Command(bin)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := ready(); err != nil {
		return nil, err // want `launch fails here, and the process of cmd, started at line \d+, keeps running: the caller gets nothing that it could stop`
	}
	return cmd, nil
}

type taps struct{ list []*nats.Subscription }

// Those of the passes before stay.
func (t *taps) openAll(nc *nats.Conn, handle nats.MsgHandler, names ...string) error {
	var list []*nats.Subscription
	for _, name := range names {
		sub, err := nc.QueueSubscribe(name, "taps", handle)
		if err != nil {
			return err // want `t.openAll fails here, and the subscription sub, made at line \d+, stays active`
		}
		list = append(list, sub)
	}
	t.list = list
	return nil
}
