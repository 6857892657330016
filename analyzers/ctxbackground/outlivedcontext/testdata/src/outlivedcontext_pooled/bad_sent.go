package pooled

import (
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
)

type printer struct {
	jobs  chan *gin.Context
	pages chan page
}

type page struct {
	c    *gin.Context
	name string
}

func (p *printer) work() {
	for c := range p.jobs {
		log.Print(c.ClientIP())
	}
}

func (p *printer) accept(c *gin.Context) {
	p.jobs <- c // want `what receives c may read or answer another request: the server reuses it when accept returns`
	c.Status(http.StatusAccepted)
}

func (p *printer) acceptOrNot(c *gin.Context) {
	select {
	case p.jobs <- c: // want `what receives c may read or answer another request`
		c.Status(http.StatusAccepted)
	case <-c.Request.Context().Done():
	}
}

func (p *printer) print(c *gin.Context) {
	next := page{c: c, name: c.ClientIP()} // want `what receives c may read or answer another request`
	p.pages <- next
}

func routes(post func(string, func(*gin.Context)), p *printer) {
	post("/pages/:name", func(c *gin.Context) {
		p.pages <- page{c, c.ClientIP()} // want `what receives c may read or answer another request`
	})
}
