package recursiveretry

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// The argument counts, and is compared.
func counted(addr string, left int) error {
	_, err := net.Dial("tcp", addr)
	if err != nil {
		if left == 0 {
			return err
		}
		time.Sleep(time.Second)
		return counted(addr, left-1)
	}
	return nil
}

// So is one that is counted before.
func countedBefore(addr string, left int) error {
	_, err := net.Dial("tcp", addr)
	if err != nil && left > 0 {
		left--
		time.Sleep(time.Second)
		return countedBefore(addr, left)
	}
	return err
}

// The second attempt is the last.
func once(addr string, retry bool) error {
	_, err := net.Dial("tcp", addr)
	if err != nil && retry {
		time.Sleep(time.Second)
		return once(addr, false)
	}
	return err
}

// A field counts.
func (c *client) field() error {
	_, err := net.Dial("tcp", c.addr)
	if err != nil {
		c.retries++
		if c.retries > 5 {
			return err
		}
		time.Sleep(time.Second)
		return c.field()
	}
	return nil
}

func (c *client) Close() { c.closed = true; close(c.stop) }

// A flag ends it.
func (c *client) flagged() {
	if c.closed {
		return
	}
	if _, err := net.Dial("tcp", c.addr); err != nil {
		time.Sleep(time.Second)
		c.flagged()
	}
}

func (c *client) isClosed() bool { return c.closed }

// So does one in a method.
func (c *client) asks() {
	_, err := net.Dial("tcp", c.addr)
	if err != nil && !c.isClosed() {
		time.Sleep(time.Second)
		c.asks()
	}
}

// A stop channel ends it.
func (c *client) stopped() {
	if _, err := net.Dial("tcp", c.addr); err != nil {
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
		}
		c.stopped()
	}
}

// The context is tested.
func tested(ctx context.Context, addr string) error {
	if _, err := net.Dial("tcp", addr); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(time.Second)
		return tested(ctx, addr)
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// The pause is that of a context.
func pausing(ctx context.Context, addr string) error {
	if _, err := net.Dial("tcp", addr); err != nil {
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
		return pausing(ctx, addr)
	}
	return nil
}

// There is a time limit.
func until(addr string, start time.Time) error {
	if _, err := net.Dial("tcp", addr); err != nil {
		if time.Since(start) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
		return until(addr, start)
	}
	return nil
}

// The next address is another one.
func next(addrs []string) (net.Conn, error) {
	if len(addrs) == 0 {
		return nil, errors.New("no address")
	}
	conn, err := net.Dial("tcp", addrs[0])
	if err != nil {
		return next(addrs[1:])
	}
	return conn, nil
}

// So is where a response leads.
func follow(url string) (*http.Response, error) {
	resp, err := http.Get(url)
	if err == nil && resp.StatusCode >= 400 {
		return follow(resp.Header.Get("Location"))
	}
	return resp, err
}

// A directory above.
func find(dir string) (string, error) {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		return find(filepath.Dir(dir))
	}
	return dir, nil
}

type reader struct{ r *bufio.Reader }

// The rest of the input: what has failed is no attempt.
func (r *reader) next() (int, error) {
	line, err := r.r.ReadString('\n')
	if err != nil {
		return 0, err
	}
	n, err := parse(line)
	if err != nil {
		return r.next()
	}
	return n, nil
}

func parse(string) (int, error) { return 0, nil }

type node struct{ left *node }

// The recursion is over data.
func (n *node) visit() error {
	err := n.check()
	if err != nil {
		time.Sleep(time.Second)
		return n.left.visit()
	}
	return nil
}

func (n *node) check() error { return nil }

// The call is made when nothing has failed.
func poll(addr string) error {
	_, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	return poll(addr)
}

// A goroutine of its own has a stack of its own.
func spawned(addr string) {
	if _, err := net.Dial("tcp", addr); err != nil {
		time.Sleep(time.Second)
		go spawned(addr)
	}
}

// So has a timer.
func later(addr string) {
	if _, err := net.Dial("tcp", addr); err != nil {
		time.AfterFunc(time.Second, func() { later(addr) })
	}
}

type counter struct{ failures atomic.Int32 }

// An atomic counts.
func (c *counter) connect(addr string) error {
	if _, err := net.Dial("tcp", addr); err != nil {
		if c.failures.Add(1) > 5 {
			return err
		}
		time.Sleep(time.Second)
		return c.connect(addr)
	}
	return nil
}
