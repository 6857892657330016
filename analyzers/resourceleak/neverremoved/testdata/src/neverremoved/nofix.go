package neverremoved

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

type event struct{ name string }

type board struct {
	mu      sync.Mutex
	subs    map[chan event]bool
	buckets map[string]*bucket
	viewers []*viewer
}

type bucket struct{ tokens int }

type viewer struct{ events chan event }

func newBoard() *board {
	return &board{subs: make(map[chan event]bool), buckets: make(map[string]*bucket)}
}

func (b *board) subscribe() chan event {
	ch := make(chan event, 16)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[ch] = true // want `memory grows for as long as the process runs: b.subs gets an element for each request, and nothing removes one`
	return ch
}

func (b *board) publish(e event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ch := range b.subs {
		select {
		case ch <- e:
		default:
		}
	}
	for _, v := range b.viewers {
		select {
		case v.events <- e:
		default:
		}
	}
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch := b.subscribe()
	for {
		select {
		case <-r.Context().Done():
			return
		case e := <-ch:
			fmt.Fprintln(w, e.name)
		}
	}
}

func (b *board) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil || !b.allow(host) {
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (b *board) allow(host string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.buckets[host]
	if !ok {
		k = &bucket{tokens: 10}
		b.buckets[host] = k // want `b.buckets gets an element for each client, and nothing removes one`
	}
	k.tokens--
	return k.tokens > 0
}

func (b *board) watch(w http.ResponseWriter, r *http.Request) {
	v := &viewer{events: make(chan event, 4)}
	b.mu.Lock()
	b.viewers = append(b.viewers, v) // want `b.viewers gets an element for each request, and nothing removes one`
	b.mu.Unlock()
	select {
	case e := <-v.events:
		fmt.Fprintln(w, e.name)
	case <-time.After(time.Minute):
	case <-r.Context().Done():
	}
}
