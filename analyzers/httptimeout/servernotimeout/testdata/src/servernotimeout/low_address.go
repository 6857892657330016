package servernotimeout

import "net/http"

type listens struct{ Public, ManagementAddr string }

// The address says that operators are served there.
func bothSides(l listens, operators http.Handler, adminAddr *string) {
	go http.ListenAndServe(l.ManagementAddr, operators)             // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	srv := &http.Server{Addr: *adminAddr + ":", Handler: operators} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	go srv.ListenAndServe()
}
