package oncekeepserror

import (
	"context"
	"log"
	"net"
	"net/http"
	"regexp"
	"sync"
	"time"
)

// The failure ends the process.
var (
	fatalOnce sync.Once
	fatalConn net.Conn
)

func fatal(addr string) net.Conn {
	fatalOnce.Do(func() {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			log.Fatal(err)
		}
		fatalConn = c
	})
	return fatalConn
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

var (
	panicOnce sync.Once
	panicConn net.Conn
)

func panics(addr string) net.Conn {
	panicOnce.Do(func() {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			panic(err)
		}
		panicConn = c
	})
	return panicConn
}

// The next call tries again.
var (
	againOnce sync.Once
	againConn net.Conn
	againErr  error
)

func again(addr string) (net.Conn, error) {
	againOnce.Do(func() { againConn, againErr = net.Dial("tcp", addr) })
	if againErr != nil {
		againOnce = sync.Once{}
	}
	return againConn, againErr
}

// It tries until it succeeds.
var (
	loopOnce sync.Once
	loopConn net.Conn
)

func loop(addr string) net.Conn {
	loopOnce.Do(func() {
		for {
			c, err := net.Dial("tcp", addr)
			if err == nil {
				loopConn = c
				return
			}
			time.Sleep(time.Second)
		}
	})
	return loopConn
}

// The pattern is wrong always or never.
var (
	patternOnce sync.Once
	pattern     *regexp.Regexp
	patternErr  error
)

func compiled() (*regexp.Regexp, error) {
	patternOnce.Do(func() { pattern, patternErr = regexp.Compile(`^\d+$`) })
	return pattern, patternErr
}

// Another value stands for it.
var (
	hostOnce sync.Once
	host     string
)

func hostOf(addr string) string {
	hostOnce.Do(func() {
		c, err := net.Dial("udp", addr)
		if err != nil {
			host = "localhost"
			return
		}
		defer c.Close()
		host = c.LocalAddr().String()
	})
	return host
}

// Nothing is kept.
var noticeOnce sync.Once

func notice(url string) {
	noticeOnce.Do(func() {
		resp, err := http.Get(url)
		if err != nil {
			log.Print(err)
			return
		}
		resp.Body.Close()
	})
}

// An end happens once.
type session struct {
	once sync.Once
	last *http.Response
	err  error
}

func (s *session) Close() error {
	s.once.Do(func() { s.last, s.err = http.Get("http://peer/bye") })
	return s.err
}

// A mutex, and the error is not kept.
var (
	mu   sync.Mutex
	lazy net.Conn
)

func get(ctx context.Context, addr string) (net.Conn, error) {
	mu.Lock()
	defer mu.Unlock()
	if lazy != nil {
		return lazy, nil
	}
	c, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	lazy = c
	return lazy, nil
}
