package pooled

import "github.com/gin-gonic/gin"

type desk struct {
	jobs chan *gin.Context
	open map[string]*gin.Context
}

// its caller may wait
func (d *desk) put(c *gin.Context) {
	d.jobs <- c // want `what receives c may read or answer another request`
}

func (d *desk) handle(c *gin.Context) { d.put(c) }
