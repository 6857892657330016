// Package frameworks serves with what others have made.
package frameworks

import (
	"github.com/gin-gonic/gin"
	"gopkg.in/macaron.v1"
)

func serveGin(addr string) error {
	r := gin.New()
	return r.Run(addr) // want `r.Run serves without ReadHeaderTimeout and ReadTimeout`
}

func serveGinTLS(addr string) error {
	r := gin.New()
	return r.RunTLS(addr, "cert.pem", "key.pem") // want `r.RunTLS serves without ReadHeaderTimeout and ReadTimeout`
}

func serveMacaron(host string, port int) {
	m := macaron.Classic()
	m.Run(host, port) // want `m.Run serves without ReadHeaderTimeout and ReadTimeout`
}
