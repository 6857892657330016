package continuesaftererror

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// Silent: the second condition is the first one, beside others.
func (h *harbor) both(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	b, ok := h.berths[name]
	if !ok {
		http.NotFound(w, r)
	}
	if ok && b.Ship != name {
		w.WriteHeader(http.StatusNoContent)
	}
}

// Silent: the same element, the same header, the same call.
func (h *harbor) alike(w http.ResponseWriter, r *http.Request) {
	if !allowed(r) {
		http.Error(w, "no", http.StatusForbidden)
	}
	if allowed(r) {
		w.WriteHeader(http.StatusNoContent)
	}
}

func (h *harbor) header(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") == "" {
		http.Error(w, "who is there?", http.StatusUnauthorized)
	}
	if r.Header.Get("Authorization") != "" && r.Method == http.MethodGet {
		w.WriteHeader(http.StatusNoContent)
	}
}

func allowed(r *http.Request) bool { return r.Method == http.MethodGet }

// Silent: the error is one of a kind, and so is the branch.
func (h *harbor) kinds(w http.ResponseWriter, r *http.Request) {
	err := h.reserve(berth{})
	if err == errTaken {
		http.Error(w, err.Error(), http.StatusConflict)
	}
	if err != nil {
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Silent: the context says it.
func (h *harbor) ginAborted(c *gin.Context) {
	if c.Param("name") == "" {
		c.AbortWithStatus(http.StatusBadRequest)
	}
	if !c.IsAborted() && c.Param("ship") != "" {
		c.JSON(http.StatusOK, nil)
	}
}
