// Package answer has the helpers of handlers.
package answer

import "net/http"

func WriteError(w http.ResponseWriter, err error) {}
func JSON(w http.ResponseWriter, v any)           {}
func WriteHeaders(w http.ResponseWriter)          {}
func LogError(w http.ResponseWriter, err error)   {}
