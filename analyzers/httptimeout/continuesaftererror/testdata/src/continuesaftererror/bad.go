package continuesaftererror

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"

	"example.com/answer"
	"github.com/gin-gonic/gin"
)

type berth struct{ Ship string }

func (b berth) check() error {
	if b.Ship == "" {
		return errors.New("no ship")
	}
	return nil
}

type harbor struct{ berths map[string]berth }

func (h *harbor) reserve(b berth) error { return nil }

func (h *harbor) book(w http.ResponseWriter, r *http.Request) {
	var b berth
	if err := json.NewDecoder(r.Body).Decode(&b); err != nil {
		http.Error(w, "no berth", http.StatusBadRequest)
		return
	}
	if err := b.check(); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity) // want `the handler continues after http.Error as if nothing had failed, and w.WriteHeader \(line \d+\) answers a second time`
	}
	if err := h.reserve(b); err != nil {
		http.Error(w, "not reserved", http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// The error is another one when it is tested again.
func (h *harbor) show(w http.ResponseWriter, r *http.Request) {
	name, err := nameOf(r)
	if err != nil {
		log.Print(err)
		http.NotFound(w, r) // want `the handler continues after http.NotFound`
	}
	data, err := json.Marshal(h.berths[name])
	if err != nil {
		http.Error(w, "broken", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(data)
}

func nameOf(r *http.Request) (string, error) { return r.PathValue("name"), nil }

// A middleware lets the request through.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			http.Error(w, "who is there?", http.StatusUnauthorized) // want `the handler continues after http.Error as if nothing had failed, and next.ServeHTTP`
		}
		next.ServeHTTP(w, r)
	})
}

// Helpers of the package answer, both times.
func (h *harbor) leave(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if _, ok := h.berths[name]; !ok {
		refuse(w, "no such ship") // want `the handler continues after refuse`
	}
	delete(h.berths, name)
	reply(w, http.StatusOK, "gone")
}

func refuse(w http.ResponseWriter, text string) { reply(w, http.StatusNotFound, text) }

func reply(w http.ResponseWriter, code int, text string) {
	w.WriteHeader(code)
	fmt.Fprintln(w, text)
}

// The last clause of a switch, and one that redirects.
func (h *harbor) moved(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/old":
		http.Redirect(w, r, "/new", http.StatusFound) // want `the handler continues after http.Redirect`
	case "/new":
		log.Print("new")
	}
	fmt.Fprintln(w, "welcome")
}

// A helper of another package.
func (h *harbor) rename(w http.ResponseWriter, r *http.Request) {
	b, ok := h.berths[r.PathValue("name")]
	if !ok {
		answer.WriteError(w, errors.New("no such berth")) // want `the handler continues after answer.WriteError as if nothing had failed, and answer.JSON`
	}
	b.Ship = r.FormValue("ship")
	answer.JSON(w, b)
}

// The name of one of the package, which chooses the status.
func (h *harbor) swap(w http.ResponseWriter, r *http.Request) {
	if err := h.reserve(berth{}); err != nil {
		writeError(w, err) // want `the handler continues after writeError`
	}
	fmt.Fprintln(w, "swapped")
}

func writeError(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	if errors.Is(err, errTaken) {
		code = http.StatusConflict
	}
	w.WriteHeader(code)
	fmt.Fprintln(w, err)
}

var errTaken = errors.New("taken")

func (h *harbor) ginShow(c *gin.Context) {
	b, ok := h.berths[c.Param("name")]
	if !ok {
		c.AbortWithStatusJSON(http.StatusNotFound, "no such berth") // want `the handler continues after c.AbortWithStatusJSON`
	}
	c.JSON(http.StatusOK, b)
}

func (h *harbor) ginBook(c *gin.Context) {
	b := berth{c.Param("ship")}
	if err := b.check(); err != nil {
		c.JSON(http.StatusBadRequest, err.Error()) // want `the handler continues after c.JSON`
	} else {
		log.Print("fine")
	}
	c.JSON(http.StatusCreated, b)
}
