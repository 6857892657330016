package pooled

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

// The goroutine answers, which a copy cannot.
func answer(c *gin.Context) {
	go func() {
		c.JSON(http.StatusOK, "done") // want `the server reuses c when answer returns`
	}()
}

// A function is passed it.
func audit(c *gin.Context) {
	go record(c) // want `the server reuses c when audit returns`
	c.Status(http.StatusAccepted)
}

func record(c *gin.Context) { fmt.Println(c.ClientIP()) }

func lookup(c echo.Context) error {
	go func() {
		fmt.Println(c.Request().Header) // want `the server reuses c when lookup returns`
	}()
	return nil
}

func late(w http.ResponseWriter, r *http.Request) {
	go func() {
		fmt.Fprintln(w, "late") // want `the server reuses w when late returns`
	}()
}

// The goroutines are given the one that the server uses again.
func passes(c *gin.Context) {
	go func(c *gin.Context) {
		go func() {
			c.JSON(http.StatusOK, "done") // want `the server reuses c when`
		}()
	}(c) // want `the server reuses c when`
	c.Status(http.StatusCreated)
}
