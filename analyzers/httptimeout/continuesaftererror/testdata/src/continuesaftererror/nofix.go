package continuesaftererror

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// What it returns is for the function to say.
func (h *harbor) echoShow(c echo.Context) error {
	b, ok := h.berths[c.Param("name")]
	if !ok {
		c.NoContent(http.StatusNotFound) // want `the handler continues after c.NoContent`
	}
	return c.JSON(http.StatusOK, b)
}
