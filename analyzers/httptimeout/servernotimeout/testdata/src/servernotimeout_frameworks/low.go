package frameworks

import "github.com/gin-gonic/gin"

// Only this machine's users get at it.
func local() error {
	return gin.New().Run("127.0.0.1:8081") // want `gin.New\(\).Run serves without ReadHeaderTimeout and ReadTimeout`
}
