// What is loaded stays loaded, in builds with AddressSanitizer.
//
// LeakSanitizer looks for leaks when the program ends. What Mesa's driver keeps for as long as it is loaded is lost by then, and has no
// name, where eglTerminate() has unloaded the driver.
extern "C" int dlclose(void* /*handle*/)
{
    return 0;
}
