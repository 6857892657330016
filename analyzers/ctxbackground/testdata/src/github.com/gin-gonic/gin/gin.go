// Package gin stands for the real one.
package gin

import "net/http"

type Context struct{ Request *http.Request }
