// Package bodynolimit imports nothing of net/http: its requests are those of gin.
package bodynolimit

import (
	"io"

	"github.com/gin-gonic/gin"
)

func upload(c *gin.Context) {
	data, err := io.ReadAll(c.Request.Body) // want `body`
	if err != nil {
		c.AbortWithStatus(400)
		return
	}
	c.JSON(200, len(data))
}
