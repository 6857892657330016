// Package outlivedcontext_gin imports the framework, and neither context nor net/http.
package outlivedcontext_gin

import "github.com/gin-gonic/gin"

type journal interface{ Write(path string) error }

type api struct{ journal journal }

func (a *api) show(c *gin.Context) {
	go func() {
		_ = a.journal.Write(c.ClientIP()) // want `the server reuses c when show returns`
	}()
}
