package sharedcallcallerctx

import "net/http"

func (f *flights) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v, err := f.do(r.URL.Path, func() (string, error) {
		return f.load(r.Context(), r.URL.Path) // want `when one caller is canceled, the others get its error: r.Context\(\), in the function that f.do runs once for all callers, is the first caller's context`
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Write([]byte(v))
}
