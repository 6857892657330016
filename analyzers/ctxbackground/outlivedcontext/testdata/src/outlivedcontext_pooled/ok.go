package pooled

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
)

// The goroutine has a copy.
func copies(c *gin.Context) {
	own := c.Copy()
	go func() {
		log.Print(own.ClientIP())
	}()
	c.Status(http.StatusCreated)
}

// A copy is the goroutine's own, and its goroutines' too.
func copiesTo(c *gin.Context) {
	go func(c *gin.Context) {
		go func() {
			log.Print(c.ClientIP())
		}()
	}(c.Copy())
	c.Status(http.StatusCreated)
}

// What it needs is read before.
func reads(c *gin.Context) {
	ip := c.ClientIP()
	go func() { log.Print(ip) }()
	go log.Print(c.ClientIP())
}

// The handler waits.
func waits(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Go(func() { fmt.Fprintln(w, "part") })
	wg.Wait()
}

// A message is answered within the call.
func (m *mail) Check(ctx context.Context, req *message) (*message, error) {
	return &message{}, m.out.Send(ctx, "ann")
}

// The context is detached.
func (m *mail) Later(ctx context.Context, req *message) (*message, error) {
	go m.out.Send(context.WithoutCancel(ctx), "ann")
	return &message{}, nil
}

// A function that is no handler of a call: its caller may wait.
func (m *mail) deliver(ctx context.Context, to string) {
	go m.out.Send(ctx, to)
}

// No server has the context, which is made where it is used.
func (s *store) tidy() { s.remove(&gin.Context{}) }

func (s *store) remove(c *gin.Context) {
	go s.record(c)
}

func (s *store) record(c *gin.Context) { fmt.Println(c.ClientIP()) }

type store struct{}
