// Package echo stands for the real one.
package echo

import "net/http"

type Context interface{ Request() *http.Request }
