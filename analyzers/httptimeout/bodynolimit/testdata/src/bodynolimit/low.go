package bodynolimit

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Its handlers are in other packages, and may limit what it decodes.
func Bind(req *http.Request, v any) error {
	dec := json.NewDecoder(req.Body) // want `json.NewDecoder reads req.Body to the end`
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

func relay(c *gin.Context) {
	_, _ = io.ReadAll(c.Request.Body) // want `io.ReadAll reads c.Request.Body to the end`
}
