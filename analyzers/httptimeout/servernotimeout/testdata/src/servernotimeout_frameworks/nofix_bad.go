package frameworks

import (
	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

// The address is in a variable of the environment that the framework reads.
func anywhere(r *gin.Engine) error {
	return r.Run() // want `r.Run serves without ReadHeaderTimeout and ReadTimeout`
}

func serveEcho() error {
	e := echo.New()
	return e.Start(":8080") // want `e.Start serves without ReadHeaderTimeout and ReadTimeout`
}
