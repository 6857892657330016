package failedconstructor

import (
	"context"
	"database/sql"
	"log"
	"net"
	"os"
	"os/exec"
	"time"
)

type gauge struct {
	quit chan struct{}
	ln   net.Listener
	n    int
}

func (g *gauge) poll() {
	for {
		select {
		case <-time.After(time.Second):
			g.n++
		case <-g.quit:
			return
		}
	}
}

func (g *gauge) Stop() { close(g.quit) }

// Whoever calls it stops the gauge when it fails.
func (g *gauge) Start(addr string) (err error) {
	go g.poll()
	g.ln, err = net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return nil
}

func runGauge(addr string) {
	g := &gauge{quit: make(chan struct{})}
	if err := g.Start(addr); err != nil {
		log.Print(err)
		g.Stop()
		return
	}
	defer g.Stop()
}

// The goroutine starts when nothing can fail any more.
func (g *gauge) StartLast(addr string) (err error) {
	g.ln, err = net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	go g.poll()
	return nil
}

// The failure stops it.
func (g *gauge) StartHandled(load func() error) error {
	go g.poll()
	if err := load(); err != nil {
		g.Stop()
		return err
	}
	return nil
}

// Each branch ends the child.
func launched(bin string, ready func() error) (*exec.Cmd, error) {
	cmd := exec.Command(bin)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if err := ready(); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return nil, err
	}
	return cmd, nil
}

// A goroutine waits for the child.
func watched2(bin string, ready func() error) (*exec.Cmd, error) {
	cmd := exec.Command(bin)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() { _ = cmd.Wait() }()
	if err := ready(); err != nil {
		return nil, err
	}
	return cmd, nil
}

// The loop tries again, and has closed what it had opened.
func retried(addr string, greet func(net.Conn) error) (net.Conn, error) {
	var last error
	for range 3 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			last = err
			continue
		}
		if last = greet(conn); last == nil {
			return conn, nil
		}
		conn.Close()
	}
	return nil, last
}

// The caller's context ends the worker.
func (g *gauge) follow(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
			g.n++
		case <-ctx.Done():
			return
		}
	}
}

func (g *gauge) StartWith(ctx context.Context, load func() error) error {
	go g.follow(ctx)
	if err := load(); err != nil {
		return err
	}
	return nil
}

// Those of earlier iterations are closed.
func newClosedPool(addrs []string) (*pool, error) {
	p := &pool{}
	for _, addr := range addrs {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			p.Close()
			return nil, err
		}
		p.conns = append(p.conns, conn)
	}
	return p, nil
}

func (p *pool) Close() {
	for _, conn := range p.conns {
		conn.Close()
	}
}

// The log has the file, and writes to it to the end.
func logged(path, dsn string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	log.SetOutput(f)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer f.Close()
	defer db.Close()
	return db.Ping()
}

type runner struct {
	quit chan struct{}
	run  func()
}

func (r *runner) Stop() { close(r.quit) }

// What the function does is not known.
func (r *runner) Start(load func() error) error {
	go r.run()
	if err := load(); err != nil {
		return err
	}
	return nil
}
