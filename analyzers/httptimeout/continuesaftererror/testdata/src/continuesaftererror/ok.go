package continuesaftererror

import (
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"example.com/answer"
	"github.com/gin-gonic/gin"
)

// Nope. Each branch answers, and nothing follows.
func (h *harbor) either(w http.ResponseWriter, r *http.Request) {
	b, ok := h.berths[r.PathValue("name")]
	switch {
	case !ok:
		http.NotFound(w, r)
	case b.Ship == "":
		http.Error(w, "free", http.StatusGone)
	default:
		_ = json.NewEncoder(w).Encode(b)
	}
	log.Print("answered")
}

// Nope. The other branch answers.
func (h *harbor) other(w http.ResponseWriter, r *http.Request) {
	if err := h.reserve(berth{}); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
	} else {
		w.WriteHeader(http.StatusNoContent)
	}
}

// Nope. What follows asks for the error, or for what the branch has set.
func (h *harbor) asked(w http.ResponseWriter, r *http.Request) {
	err := h.reserve(berth{})
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
	}
	log.Print("reserved: ", err)
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
}

func (h *harbor) flagged(w http.ResponseWriter, r *http.Request) {
	failed := false
	if err := h.reserve(berth{}); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		failed = true
	}
	if failed {
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// Nope. The status, and after it the body of each answer.
func (h *harbor) shared(w http.ResponseWriter, r *http.Request) {
	err := errors.Join(h.reserve(berth{}))
	if err != nil {
		w.WriteHeader(http.StatusConflict)
	}
	_ = json.NewEncoder(w).Encode(map[string]bool{"ok": err == nil})
}

// Nope. After the answer the request is only counted.
func (h *harbor) counted(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		http.Error(w, "GET it is", http.StatusMethodNotAllowed)
	}
	log.Print(r.URL)
}

// Nope. A loop ends, and with it the handler.
func (h *harbor) all(w http.ResponseWriter, r *http.Request) {
	for name, b := range h.berths {
		if b.Ship == "" {
			http.Error(w, name, http.StatusConflict)
			return
		}
	}
	w.WriteHeader(http.StatusOK)
}

// Nope. Handlers that are aborted are not followed by others.
func known(c *gin.Context) {
	if c.Param("name") == "" {
		c.AbortWithStatus(http.StatusBadRequest)
	}
	c.Next()
}

// Nope. The helper says whether it has answered.
func loaded(w http.ResponseWriter, r *http.Request) (b berth, ok bool) {
	if b.Ship = r.PathValue("ship"); b.Ship == "" {
		http.Error(w, "no ship", http.StatusBadRequest)
		return b, false
	}
	return b, true
}

func (h *harbor) load(w http.ResponseWriter, r *http.Request) {
	b, ok := loaded(w, r)
	if !ok {
		return
	}
	_ = json.NewEncoder(w).Encode(b)
}

// Nope. The context tells that it has been aborted.
func (h *harbor) aborted(c *gin.Context) {
	if c.Param("name") == "" {
		c.AbortWithStatus(http.StatusBadRequest)
	}
	if c.IsAborted() {
		return
	}
	c.JSON(http.StatusOK, nil)
}

// Nope. A reader of the body is limited, nothing is answered.
func (h *harbor) limited(w http.ResponseWriter, r *http.Request) {
	http.MaxBytesReader(w, r.Body, 512)
	w.WriteHeader(http.StatusOK)
}

// Nope. Headers and log lines are no answers.
func (h *harbor) measured(w http.ResponseWriter, r *http.Request) {
	if err := h.reserve(berth{}); err != nil {
		answer.LogError(w, err)
	}
	answer.WriteHeaders(w)
	answer.JSON(w, "reserved")
}

// Nope. An error on a stream of messages is one of several.
func (h *harbor) stream(w http.ResponseWriter, r *http.Request) {
	if err := h.reserve(berth{}); err != nil {
		sendError(w, err)
	}
	sendMessage(w, "bye")
}

func sendError(w http.ResponseWriter, err error) { sendMessage(w, err.Error()) }

func sendMessage(w http.ResponseWriter, text string) {
	_, _ = w.Write([]byte("data: " + text + "\n\n"))
}
