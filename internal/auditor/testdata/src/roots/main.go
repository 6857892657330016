// Roots registers the empty path, which is that of the router, by a helper of its own, and
// answers what is left by a function of the router's library.
package main

import (
	"strings"

	"github.com/gin-gonic/gin"
)

type router struct{ *gin.RouterGroup }

func (r router) get(path string, h gin.HandlerFunc) { r.RouterGroup.GET(path, h) }

func list(*gin.Context) {}

func main() {
	e := gin.New()
	r := router{e.Group("/orders")}
	r.get("", list)
	r.get("/live", list)
	e.Group("/health").GET("", list)
	e.NoRoute(func(c *gin.Context) {
		if strings.HasPrefix(c.Request.RequestURI, "/api") {
			return
		}
		list(c)
	})
	_ = e.Run(":80")
}
