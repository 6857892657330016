package pooled

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

type scan struct {
	c    *gin.Context
	done chan struct{}
}

type scanner struct {
	jobs  chan *gin.Context
	scans chan scan
	names chan string
}

// The worker gets a copy, or what it needs.
func (s *scanner) accept(c *gin.Context) {
	s.jobs <- c.Copy()
	s.names <- c.ClientIP()
	c.Status(http.StatusAccepted)
}

// The handler waits for the answer.
func (s *scanner) scan(c *gin.Context) {
	done := make(chan struct{})
	s.scans <- scan{c, done}
	<-done
}

func (s *scanner) scanOrNot(c *gin.Context) {
	done := make(chan struct{})
	select {
	case s.scans <- scan{c, done}:
		<-done
	default:
		c.Status(http.StatusTooManyRequests)
	}
}

// A copy under the same name.
func (s *scanner) replaced(c *gin.Context) {
	c = c.Copy()
	s.jobs <- c
}
